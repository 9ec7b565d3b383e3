/* play: every class with its presets, a keyboard, a pad for the finger, all parameters and all messages. */

/* What the pad does: x from 0 to 1, y from 0 (soft) to 1 (hard). */
const pads = {
    'impact~': { words: 'place, and speed of the strike', down: (x, y) => `position ${x}, strike ${3 * y * y}`,
        move: (x) => `position ${x}` },
    'bounce~': { words: 'place, and height of the drop', down: (x, y) => `position ${x}, drop ${0.3 * y * y}`,
        move: (x) => `position ${x}` },
    'modalcontact~': { words: 'place, and speed of the strike', down: (x, y) => `b position ${x}, strike ${3 * y * y}`,
        move: (x) => `b position ${x}` },
    'friction~': { words: 'place, and how hard the hand presses',
        down: (x, y) => `b position ${x}, press ${20 * y}, rub 0`,
        move: (x, y) => `b position ${x}, press ${20 * y}`, up: () => 'lift' },
    'stringbarrier~': { words: 'place, and how far the string is drawn', down: (x, y) =>
        `position ${x}, pluck ${0.004 * y}`, move: (x) => `position ${x}` },
    'trombamarina~': { words: 'place and force of the bow', down: (x, y) => `bowposition ${x}, bowforce ${y}, stroke 0`,
        move: (x, y) => `bowposition ${x}, bowforce ${y}`, up: () => 'lift' },
};

/* Keys of a typist's keyboard, from C. */
const typist = 'awsedftgyhujkolp';

class Player {
    constructor() {
        const again = { onchange: () => this.make() };
        this.choose = el('select', { id: 'class', ...again }, hertzClasses.map((c) =>
            el('option', { selected: c === 'impact~' }, c)));
        this.preset = el('select', { id: 'preset', onchange: () => this.load() });
        this.voices = el('input', { id: 'voices', type: 'number', min: 1, max: 64, value: 8, ...again });
        this.spread = el('input', { id: 'stereo', type: 'checkbox', checked: true, ...again });
        this.asked = -Infinity;
        this.panel = messagePanel((text) => this.say(text), '60 100', (name, bytes) =>
            this.box.file(name, bytes));
        this.contacts = contactTable();
        this.main = el('div', { className: 'sliders' });
        this.rest = el('details', {}, el('summary', {}, 'all parameters'));
        this.state = el('p', { className: 'load' });
        this.held = new Set();
        this.makeGraphs();
        this.keys = this.keyboard();
        this.makePad();
        this.make();
        this.preset.value = 'bell';
        this.box.send('preset bell, dump');
    }

    /* ---- the box ---- */

    get name() {
        return this.choose.value;
    }

    boxText() {
        const meters = ['compression', 'endforce', 'kinetic', 'potential', 'contact', 'dissipated'].join(' ');
        const two = this.spread.checked ? { 'trombamarina~': '' }[this.name] ?? ' -pickups 0.3 0.7' : '';
        const prefix = ['modalcontact~', 'friction~'].includes(this.name) ? two.replace('-', '-b ') : two;
        const mono = this.name === 'trombamarina~' && !this.spread.checked ? ' -mono' : '';
        return `hertz/${this.name} -voices ${Math.round(this.voices.value) || 1}${prefix}${mono} -meters ${meters}`;
    }

    make() {
        this.box?.close();
        this.rows = new Map();
        this.listing = { parameters: [], presets: [] };
        this.box = new SoundBox(this.boxText(), (data) => this.told(data));
        this.describe();
        this.box.send('dump');
        this.pad.label.textContent = `pad: ${this.padOf.words}`;
    }

    /* What the class says of itself, by a box of its own. */
    describe() {
        const box = new HertzBox(sound.module, 48000, (kind, text) => {
            const [word, what, ...row] = patchWords(text);
            if (word === 'presets') this.listing.presets = [what, ...row].filter((w) => w);
            if (word === 'reference' && what === 'parameter') this.listing.parameters.push(row);
        });
        box.make(this.name);
        box.send('presets, reference');
        this.preset.replaceChildren(el('option', { value: '' }, 'as made'),
            ...this.listing.presets.map((p) => el('option', {}, p)));
        const all = this.listing.parameters.map((row) => this.parameter(row)).filter((row) => row);
        this.main.replaceChildren(...all.slice(0, 8));
        this.rest.replaceChildren(this.rest.firstChild, ...all.slice(8));
    }

    /* A row of `reference`: prefix, name, unit, default, least, most, how many values, flags, words, text. */
    parameter([prefix, name, unit, init, least, most, count, flags, choices, ...doc]) {
        const full = prefix === '-' ? name : `${prefix} ${name}`, text = doc.join(' ');
        if (/creation|word/.test(flags)) return null;
        if (choices !== '-') return this.choice(full, choices.split('|'), init, text);
        if (count !== '1' || init === '-') return null;
        const [value, lo, hi] = [init, least, most].map(Number), log = value > 0 && (hi > 1 || lo > 0);
        const made = slider({ name: full, unit, doc: text, log, value, least: lo, most: hi,
            lo: Math.max(lo, log ? value / 100 : -10), hi: Math.min(hi, log ? value * 100 : 10) },
        (v) => this.send(`${full} ${v}`));
        this.rows.set(full, (m) => made.show(m[0]));
        return made.row;
    }

    choice(name, choices, init, doc) {
        const select = el('select', { onchange: () => this.send(`${name} ${select.value}`) },
            choices.map((c) => el('option', { selected: c === init }, c)));
        this.rows.set(name, (m) => (select.value = m[0]));
        return el('div', { className: 'slider', title: doc }, el('label', {}, name, ' ', select));
    }

    load() {
        if (this.preset.value) this.send(`preset ${this.preset.value}, dump, bang`);
    }

    /* What is typed. What comes within a second is the answer. */
    say(text) {
        this.asked = performance.now();
        if (SoundBox.written(text)) setTimeout(() => this.box.file(SoundBox.written(text)), 500);
        this.send(text);
    }

    send(text) {
        this.panel.error('');
        start(() => this.box.send(text, ++this.marks));
    }

    told({ kind, text, rows, frame, load, missed, numbers }) {
        if (kind === 'info') this.answer(text);
        else if (kind === 'error') this.panel.error(text);
        else if (kind === 'post') this.panel.answer(text);
        else if (kind === 'mark') this.begin(frame);
        else if (kind === 'file') this.panel.file(text, numbers);
        else if (kind === 'trace') this.trace(rows, frame);
        else if (kind === 'load') {
            Object.assign(this, { missed, loaded: load });
            this.state.textContent = `${Math.round(100 * load)} % of the time of one core; ${missed} blocks missed`;
        }
    }

    answer(text) {
        const m = patchWords(text).map(atomOf), two = `${m[0]} ${m[1]}`;
        this.contacts.take(m);
        if (SoundBox.written(text)) this.box.file(SoundBox.written(text));
        if (this.rows.has(two)) this.rows.get(two)(m.slice(2));
        else if (this.rows.has(m[0])) this.rows.get(m[0])(m.slice(1));
        if (performance.now() < this.asked + 1000 && m[0] !== 'contact') this.panel.answer(text);
    }

    /* ---- graphs ---- */

    makeGraphs() {
        this.marks = 0;
        this.plots = { sound: new Plot('what is heard', 's'), loop: new Plot('force (N) over compression', 'm', 'N'),
            stack: new Plot('energies, stacked (J)', 's'), spectrum: new Plot('spectrum (dB) over Hz', 'Hz', 'dB') };
    }

    begin(frame) {
        if (this.take && frame - this.take.from < 0.1 * this.take.rate) return;
        this.take = new Take(this.box.names, 0.5, sound.context.sampleRate);
        this.take.from = frame;
    }

    trace(rows, frame) {
        const take = this.take, names = ['kinetic', 'potential', 'contact', 'dissipated'];
        if (!take || take.full || take.names.length !== rows.length) return;
        take.add(rows, frame);
        if (!take.full) return;
        drawTime(this.plots.sound, take.row('audio 1'), take.rate, 500);
        drawLoop(this.plots.loop, take.row('endforce'), take.row('compression'));
        drawStack(this.plots.stack, names.map((n) => take.row(n)), names, take.rate, 500);
        drawSpectrum(this.plots.spectrum, take.row('audio 1'), take.rate);
    }

    /* ---- keys: on the screen, of the computer, of MIDI ---- */

    note(pitch, velocity) {
        const key = this.keys.querySelector(`[data-pitch="${pitch}"]`);
        key?.classList.toggle('down', velocity > 0);
        if (velocity > 0) this.held.add(pitch);
        else if (!this.held.delete(pitch)) return;
        this.send(`${pitch} ${velocity}`);
    }

    keyboard() {
        const row = el('div', { className: 'keys', role: 'group', ariaLabel: 'keyboard' });
        const names = 'C C# D D# E F F# G G# A A# B'.split(' ');
        for (let pitch = 48; pitch <= 84; pitch++) {
            const name = names[pitch % 12], black = name.length > 1;
            row.append(el('button', { className: black ? 'black' : 'white', tabIndex: -1,
                'data-pitch': pitch, ariaLabel: `${name}${Math.floor(pitch / 12) - 1}` }));
        }
        const of = (event) => +event.target.dataset.pitch;
        const fingers = new Map();
        const up = (event) => {
            if (fingers.has(event.pointerId)) this.note(fingers.get(event.pointerId), 0);
            fingers.delete(event.pointerId);
        };
        row.addEventListener('pointerdown', (event) => {
            if (!of(event)) return;
            event.preventDefault();
            fingers.set(event.pointerId, of(event));
            const { top, height } = event.target.getBoundingClientRect();
            this.note(of(event), Math.round(30 + 97 * Math.min(1, Math.max(0, (event.clientY - top) / height))));
        });
        for (const name of ['pointerup', 'pointercancel', 'pointerleave']) row.addEventListener(name, up);
        this.shift = 60;
        this.typed = (event) => this.type(event);
        addEventListener('keydown', this.typed);
        addEventListener('keyup', this.typed);
        return row;
    }

    type(event) {
        const i = typist.indexOf(event.key.toLowerCase()), { tagName, type } = event.target;
        const typing = /^(INPUT|SELECT)$/.test(tagName) && !/range|checkbox/.test(type);
        if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || typing) return;
        if (event.type === 'keydown' && 'zx'.includes(event.key)) this.shift += event.key === 'z' ? -12 : 12;
        if (i >= 0) this.note(this.shift + i, event.type === 'keydown' ? 100 : 0);
    }

    async midi() {
        try {
            const access = await navigator.requestMIDIAccess(), inputs = [...access.inputs.values()];
            inputs.forEach((input) => (input.onmidimessage = ({ data }) => this.midiMessage(data)));
            this.panel.error(inputs.length ? '' : 'no MIDI keyboard is connected');
        } catch {
            this.panel.error('this browser gives no MIDI, or was told not to');
        }
    }

    midiMessage([status, a, b]) {
        if ((status & 0xe0) === 0x80) this.note(a, status >= 0x90 ? b : 0);
        else if ((status & 0xf0) === 0xb0 && a === 64) this.send(`sustain ${b}`);
    }

    /* ---- the pad ---- */

    get padOf() {
        return pads[this.name] || { words: 'a bang', down: () => 'bang' };
    }

    makePad() {
        const area = el('div', { className: 'pad', tabIndex: 0, role: 'application',
            ariaLabel: 'pad: arrows move, space plays' }), dot = el('div', { className: 'dot' });
        const label = el('p', { className: 'note' });
        this.pad = { area, label, x: 0.3, y: 0.6, dot };
        area.append(dot);
        const at = (event) => {
            const r = area.getBoundingClientRect();
            this.place((event.clientX - r.left) / r.width, 1 - (event.clientY - r.top) / r.height);
        };
        area.addEventListener('pointerdown', (event) => {
            area.setPointerCapture(event.pointerId);
            at(event);
            this.touch('down');
        });
        area.addEventListener('pointermove', (event) => {
            if (!event.buttons) return;
            at(event);
            this.touch('move');
        });
        for (const name of ['pointerup', 'pointercancel']) area.addEventListener(name, () => this.touch('up'));
        area.addEventListener('keydown', (event) => this.padKey(event));
        area.addEventListener('keyup', (event) => event.key === ' ' && this.touch('up'));
        this.place(0.3, 0.6);
    }

    padKey(event) {
        const steps = { ArrowLeft: [-0.02, 0], ArrowRight: [0.02, 0], ArrowUp: [0, 0.05], ArrowDown: [0, -0.05] };
        const step = steps[event.key];
        if (!step && event.key !== ' ') return;
        event.preventDefault();
        if (step) this.place(this.pad.x + step[0], this.pad.y + step[1]);
        if (step || !event.repeat) this.touch(step ? 'move' : 'down');
    }

    place(x, y) {
        const in01 = (v) => Math.round(1000 * Math.min(1, Math.max(0, v))) / 1000;
        Object.assign(this.pad, { x: in01(x), y: in01(y) });
        this.pad.dot.style.left = `${100 * this.pad.x}%`;
        this.pad.dot.style.bottom = `${100 * this.pad.y}%`;
    }

    touch(what) {
        const text = this.padOf[what]?.(this.pad.x, this.pad.y);
        if (text) this.send(text);
    }

    /* ---- the page ---- */

    page() {
        const field = (name, control) => el('label', {}, name, ' ', control);
        return el('div', { className: 'play' },
            el('h1', {}, 'Play'),
            el('div', { className: 'choices' }, field('class', this.choose), field('preset', this.preset),
                field('voices', this.voices), field('stereo', this.spread),
                el('button', { onclick: () => this.send('bang') }, 'strike'),
                el('button', { onclick: () => this.send('panic') }, 'silence'),
                el('button', { onclick: () => this.midi() }, 'MIDI')),
            el('div', { className: 'surfaces' }, el('div', {}, this.pad.area, this.pad.label),
                el('div', {}, this.keys, el('p', { className: 'note' }, 'keys A to P play, Z and X shift by an octave; '
                    + 'lower on a key is louder'))),
            el('div', { className: 'columns' },
                el('section', {}, this.panel.parts, this.main, this.rest, this.state),
                el('section', {}, Object.values(this.plots).map((p) => p.figure), this.contacts.table)));
    }

    close() {
        removeEventListener('keydown', this.typed);
        removeEventListener('keyup', this.typed);
        this.box.close();
    }
}
