/* sound: what makes sound on this page: the module, the context, and boxes that play in the worklet. */

const sound = { context: null, module: null, bytes: null, boxes: new Set() };

const words = {
    simd: 'This browser has no WebAssembly with SIMD, which hertz needs: Chrome or Edge from 91, Firefox from 113, '
        + 'Safari from 16.4 have it.',
    insecure: 'This page came over plain http, where browsers give no AudioWorklet. Open the file hertz.html '
        + 'itself, or use https, or localhost.',
    worklet: 'This browser has no AudioWorklet, by which hertz makes its sound.',
    click: 'Browsers allow no sound before the first click or key.',
};

/* Compiles the library. Throws, in words for the reader, where the browser cannot run it. */
sound.load = async () => {
    if (!globalThis.WebAssembly || !globalThis.DecompressionStream) throw new Error(words.simd);
    const packed = Uint8Array.from(atob(hertzWasm), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    sound.bytes = await new Response(stream).arrayBuffer();
    if (!WebAssembly.validate(sound.bytes)) throw new Error(words.simd);
    sound.module = await WebAssembly.compile(sound.bytes);
};

/* The worklet as a text within its own address, which need not be fetched: a page opened from a stick may fetch
 * nothing. Chromium takes no Blob there; one is tried where such an address is refused. */
sound.addWorklet = async (context) => {
    const source = `${HertzBox}\n(${hertzProcessor})();`, type = 'text/javascript';
    try {
        await context.audioWorklet.addModule(`data:${type};charset=utf-8,${encodeURIComponent(source)}`);
    } catch {
        await context.audioWorklet.addModule(URL.createObjectURL(new Blob([source], { type })));
    }
};

/* In a click: the context, once. Says why there can be no sound. */
sound.start = () => sound.starting ||= (async () => {
    if (!globalThis.isSecureContext) throw new Error(words.insecure);
    if (!globalThis.AudioWorkletNode) throw new Error(words.worklet);
    sound.context = new AudioContext({ latencyHint: 'interactive' });
    sound.context.resume();
    await sound.addWorklet(sound.context);
    sound.boxes.forEach((box) => box.play());
})();

/* A box that sounds as soon as the context is there. Until then a box on the page itself, without sound, answers
 * messages, so that sliders have their values at once. `told` gets { kind, text, numbers, frame }. */
class SoundBox {
    constructor(text, told) {
        this.told = told;
        this.make(text);
        sound.boxes.add(this);
        if (sound.context) this.play();
    }

    make(text) {
        this.text = text;
        this.sent = [];
        const said = (kind, line, numbers) => this.node || this.told({ kind, text: line, numbers, frame: 0 });
        this.silent = new HertzBox(sound.module, sound.context?.sampleRate || 48000, said);
        this.good = this.silent.make(text);
        if (this.node) this.node.port.postMessage({ make: text });
    }

    /* Without `again` a message is for now: what is sent before there is sound is said once more then. */
    send(text, mark) {
        if (this.node) this.node.port.postMessage({ send: text, mark });
        else this.sent.push({ send: text, mark });
        if (!this.node && this.good) this.silent.send(text);
    }

    array(name, n) {
        this.silent.array(name, n);
        (this.arrays ||= []).push({ array: name, n });
        this.node?.port.postMessage({ array: name, n });
    }

    /* A file of the box: its bytes, or without bytes a wish for those that it has. */
    file(name, bytes) {
        if (bytes) this.silent.file(name, bytes);
        this.node?.port.postMessage({ file: name, bytes });
    }

    /* What a message that was sent, or an answer, says of a file that is written: its name. */
    static written(text) {
        return (/^record 100 written (\S+)/.exec(text) || /\b(?:save|write) (\S+?)(?:$|,)/.exec(text))?.[1];
    }

    play() {
        if (this.node || !this.good) return;
        this.node = new AudioWorkletNode(sound.context, 'hertz', {
            numberOfInputs: 0, outputChannelCount: [2], processorOptions: { wasm: sound.bytes, box: this.text },
        });
        this.node.port.onmessage = ({ data }) => this.told(data);
        this.node.port.postMessage({ watch: 1 });
        for (const message of [...(this.arrays || []), ...this.sent]) this.node.port.postMessage(message);
        this.sent = [];
        this.node.connect(sound.context.destination);
    }

    /* Pickups, meters and so on, in the order of the outlets. */
    get names() {
        return this.silent.names;
    }

    close() {
        sound.boxes.delete(this);
        this.node?.disconnect();
        this.node?.port.postMessage({ end: 1 });
        this.node = null;
        this.told = () => {};
    }
}

/* What the outlets carried since a mark: the row of each, up to so many seconds. */
class Take {
    constructor(names, seconds, rate) {
        this.rate = rate;
        this.from = null;
        this.n = 0;
        this.names = names;
        this.rows = names.map(() => new Float32Array(Math.ceil(seconds * rate)));
    }

    /* Takes in samples that begin at this frame; what was before the mark is left out. */
    add(rows, frame) {
        if (this.from === null) return;
        const skip = Math.max(0, this.from - frame), at = frame + skip - this.from;
        if (skip >= rows[0].length || at >= this.rows[0].length) return;
        const n = Math.min(rows[0].length - skip, this.rows[0].length - at);
        this.rows.forEach((row, i) => row.set(rows[i].subarray(skip, skip + n), at));
        this.n = at + n;
    }

    row(name) {
        const i = this.names.indexOf(name);
        return i < 0 ? null : this.rows[i].subarray(0, this.n);
    }

    get full() {
        return this.n === this.rows[0].length;
    }
}

/* Runs a patch faster than real time on the page itself: how exercises are checked. */
class Bench {
    constructor(text) {
        Object.assign(this, { rate: 48000, text, time: 0, boxes: [], queue: [], arrays: new Map(), writers: [],
            said: [], left: (m) => (this.result = m) });
    }

    box(o, line) {
        const box = new HertzBox(sound.module, this.rate, (kind, text) => {
            if (kind === 'info') o.out(box.outlets, patchWords(text).map(atomOf));
            else if (kind !== 'drawn') this.said.push(text);
        });
        this.boxes.push({ box, o });
        return box.make(line) ? (inlet, m) => inlet || box.send(messageText(m)) : () => {};
    }

    delay(ms, f) {
        const entry = { at: this.time + ms, f };
        this.queue.push(entry);
        return entry;
    }

    forget(entry) {
        this.queue = this.queue.filter((e) => e !== entry);
    }

    samples(name, n) {
        if (!this.arrays.has(name)) this.arrays.set(name, new Float32Array(n || 100));
        return this.arrays.get(name);
    }

    writes(o, name) {
        this.writers.push({ o, name });
    }

    /* The clocks that are due, then a block of each box. */
    tick() {
        const length = 64000 / this.rate;
        for (let due; (due = this.queue.filter((e) => e.at < this.time + length).sort((a, b) => a.at - b.at)[0]);) {
            this.forget(due);
            due.f();
        }
        this.time += length;
        for (const { box, o } of this.boxes) {
            box.run();
            for (const w of this.writers)
                for (const [from, out, to] of o.patch.canvas.wires)
                    if (from === o.index && to === w.o.index) this.write(w, box.outlet(out));
        }
    }

    write({ o, name }, samples) {
        if (o.again) o.at = 0;
        const row = this.samples(name), n = Math.min(samples.length, row.length - (o.at ?? row.length));
        if (n <= 0) return;
        row.set(samples.subarray(0, n), o.at);
        o.at += n;
    }
}

const wordText = (atom) => (isNumber(atom) ? String(atom) : atom.replace(/[ ,;\\]/g, '\\$&'));
/* A message as a message box has it. */
const messageText = (m) => (m.length ? m.map(wordText).join(' ') : 'bang');
