/* hertz-worklet: the classes of hertz in a browser. With hertz.wasm beside it:
 *
 *     const context = new AudioContext();   // in a click: browsers allow no sound before one
 *     await context.audioWorklet.addModule('hertz-worklet.js');
 *     const wasm = await (await fetch('hertz.wasm')).arrayBuffer();
 *     const bell = new AudioWorkletNode(context, 'hertz', {
 *         numberOfInputs: 0, outputChannelCount: [2], processorOptions: { wasm, box: 'impact~ bell -voices 8' },
 *     });
 *     bell.port.onmessage = ({ data }) => console.log(data.kind, data.text);
 *     bell.connect(context.destination);
 *     bell.port.postMessage({ send: '60 100' });
 *
 * `box` is the text of a box of Pd, `send` that of a message box. What comes back has a kind: error and post (Pd's own
 * words), info (what leaves the info outlet), drawn (an array). Further messages stand at the processor below. A signal
 * at input i goes to inlet i. Pickups beyond two share the two channels; one alone goes to both.
 *
 * HertzBox runs without a browser's sound too, as in node or on the page itself. */

/* A box: an instance of the module, which holds one object. */
class HertzBox {
    /* `said` is called with what comes out: kind, text, and of an array its numbers. */
    constructor(module, rate, said) {
        this.said = said;
        this.block = 64;
        const none = new Proxy({}, { get: () => () => 52 }); // ENOSYS
        const instance = new WebAssembly.Instance(module, {
            wasi_snapshot_preview1: none,
            web: {
                now: () => Date.now(),
                said: (kind, text) => this.take(kind, this.read(text)),
                drawn: (name, n, words) => said('drawn', this.read(name),
                    Float32Array.from(new Float32Array(this.c.memory.buffer, words, n))),
            },
        });
        this.c = instance.exports;
        this.rate = rate;
        this.c._initialize();
        this.c.begin();
    }

    take(kind, text) {
        const kinds = ['post', 'error', 'info', 'drawn', 'error'];
        this.said(kinds[kind], text);
    }

    read(at) {
        const bytes = new Uint8Array(this.c.memory.buffer);
        let end = at;
        while (bytes[end]) end++;
        const text = String.fromCharCode.apply(null, bytes.subarray(at, end));
        return decodeURIComponent(escape(text)); // UTF-8; a worklet has no TextDecoder
    }

    /* Puts a text where web.c reads it. */
    write(text) {
        const bytes = unescape(encodeURIComponent(text)), at = this.c.text();
        const room = new Uint8Array(this.c.memory.buffer, at, 1 << 16);
        const n = Math.min(bytes.length, room.length - 1);
        for (let i = 0; i < n; i++) room[i] = bytes.charCodeAt(i);
        room[n] = 0;
        return at;
    }

    /* Makes the object; false where there is no such class. */
    make(text) {
        this.write(text.trim());
        if (!this.c.make(this.rate, this.block)) return false;
        this.inlets = this.c.inlets();
        this.outlets = this.c.outlets();
        this.name(text.trim().split(/\s+/));
        return true;
    }

    /* What the outlets carry: the pickups, then force, energy and the meters that the flag -meters names. */
    name(words) {
        const flag = words.indexOf('-meters') + 1, rest = flag ? words.slice(flag) : [];
        const end = rest.findIndex((word) => /^-[a-z]/.test(word));
        const others = /(hold|listen)~$/.test(words[0]) ? [] :
            ['force', 'energy', ...(end < 0 ? rest : rest.slice(0, end))];
        this.pickups = this.outlets - others.length;
        this.names = [...Array.from({ length: this.pickups }, (_, i) => 'audio ' + (i + 1)), ...others];
    }

    send(text) {
        this.write(text);
        this.c.send();
    }

    array(name, n) {
        this.write(name);
        this.c.array(n);
    }

    /* The samples of an inlet or outlet, valid until the next call: memory may grow. */
    row(at) {
        return new Float32Array(this.c.memory.buffer, at, this.block);
    }

    /* Runs a block; `inputs` are arrays of samples, or undefined where nothing is connected. */
    run(inputs) {
        for (let i = 0; i < this.inlets; i++) {
            const row = this.c.inlet(i);
            if (inputs && inputs[i]) this.row(row).set(inputs[i]);
        }
        this.c.block();
    }

    outlet(i) {
        return this.row(this.c.outlet(i));
    }

    /* A file for messages such as read: bytes in, or without bytes what save and record have written. */
    file(name, bytes) {
        const at = this.c.file(this.write(name), bytes ? bytes.length : -1);
        const n = bytes ? bytes.length : this.c.file_size(this.c.text());
        const room = new Uint8Array(this.c.memory.buffer, at, at ? n : 0);
        if (bytes) room.set(bytes);
        return at && !bytes ? room.slice() : null;
    }
}

/* The processor. It takes
 *
 *     { send }            a message; with { mark } it says first at which sample the message acts
 *     { make }            the text of another box, in its place
 *     { array, n }        an array of Pd's, for messages such as shape; when it is drawn, its numbers are sent
 *     { file, bytes }     a file, for messages such as read; without bytes it is answered with those that it has
 *     { watch }           1: sends the samples of all outlets as they come
 *     { end }             leaves
 *
 * Each second it sends its load, the part of real time that it took, and how many blocks the browser left out since
 * the box was made. What is sent has the sample of the box at which it was said. */
const hertzProcessor = () => registerProcessor('hertz', class extends AudioWorkletProcessor {
    constructor({ processorOptions: options }) {
        super();
        this.module = globalThis.hertzModule ||= this.compile(options);
        this.port.onmessage = ({ data }) => this.take(data);
        this.make(options.box);
        for (const text of options.send || []) if (this.box) this.box.send(text);
    }

    /* Compiles the module, and what a box runs first, by a box that nobody hears. */
    compile({ wasm, box: text }) {
        const module = new WebAssembly.Module(wasm), box = new HertzBox(module, sampleRate, () => {});
        if (box.make(text)) box.send('bang');
        for (let i = 0; box.inlets && i < 100; i++) box.run();
        return module;
    }

    say(kind, text, numbers) {
        this.port.postMessage({ kind, text, numbers, frame: this.done });
    }

    make(text) {
        const box = new HertzBox(this.module, sampleRate, (kind, line, numbers) => this.say(kind, line, numbers));
        this.box = box.make(text) ? box : null;
        if (this.trace) this.trace = { rows: null, n: 0 };
        Object.assign(this, { done: 0, busy: 0, missed: 0, next: undefined });
        if (this.box) this.say('made', text, { pickups: box.pickups, names: box.names });
    }

    send({ send, mark }) {
        if (mark) this.say('mark', mark);
        this.box.send(send);
    }

    take(message) {
        if (message.make) this.make(message.make);
        else if (message.end) this.ended = true;
        else if (!this.box) return;
        else if (message.send !== undefined) this.send(message);
        else if (message.array) this.box.array(message.array, message.n);
        else if (message.file) this.say('file', message.file, this.box.file(message.file, message.bytes));
        else if (message.watch !== undefined) this.trace = message.watch ? { rows: null, n: 0 } : null;
    }

    /* Keeps what the outlets carry until there is enough to send. */
    watch(box, frame) {
        const room = 1024, t = this.trace;
        if (!t.rows) Object.assign(t, { frame, rows: box.names.map(() => new Float32Array(room)) });
        t.rows.forEach((row, i) => row.set(box.outlet(i), t.n));
        t.n += box.block;
        if (t.n < room) return;
        this.port.postMessage({ kind: 'trace', rows: t.rows, frame: t.frame }, t.rows.map((row) => row.buffer));
        this.trace = { rows: null, n: 0 };
    }

    /* A browser whose blocks come too late leaves some out: then its frames go on by more than one block. */
    count(n, began) {
        this.missed += this.next === undefined ? 0 : (currentFrame - this.next) / n;
        this.next = currentFrame + n;
        this.busy += Date.now() - began;
        if (this.done % sampleRate >= n) return;
        this.port.postMessage({ kind: 'load', load: this.busy / 1000, missed: this.missed });
        this.busy = 0;
    }

    process(inputs, [output]) {
        const box = this.box, began = Date.now(), n = output[0].length;
        for (let at = 0; box && at < n; at += box.block) {
            box.run(inputs.map((input) => input[0] && input[0].subarray(at, at + box.block)));
            for (let i = 0; box.pickups && i < Math.max(box.pickups, output.length); i++) {
                const from = box.outlet(i % box.pickups), to = output[i % output.length];
                for (let k = 0; k < from.length; k++) to[at + k] += from[k];
            }
            if (this.trace) this.watch(box, this.done);
            this.done += box.block;
        }
        if (box) this.count(n, began);
        return !this.ended;
    }
});
if (globalThis.registerProcessor) hertzProcessor();
