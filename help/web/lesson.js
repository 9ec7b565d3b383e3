/* lesson: a page of the course, made of its Markdown and of its patch: the messages to click, sliders, graphs, numbers
 * and the box are those of the patch, so there is one source. */

const lessonNames = Object.keys(course).filter((f) => /^\d+-.*\.md$/.test(f)).map((f) => f.replace('.md', ''))
    .sort((a, b) => parseInt(a) - parseInt(b));
const lessonTitle = (name) => /^# (.*)/.exec(course[name + '.md'])[1];

const METERS = ['compression', 'endforce', 'kinetic', 'potential', 'contact', 'dissipated'];

/* The message boxes that a click is sent from. */
function clickedBoxes(objects, wires) {
    const does = objects.findIndex((o) => /^(s|send)$/.test(o.words[0]) && o.words[1] === '$0-do');
    return objects.filter((o, i) => o.kind === 'msg' && wires.some(([from, , to]) => from === i && to === does));
}

class Lesson {
    constructor(name) {
        Object.assign(this, { name, rate: sound.context?.sampleRate || 48000, graphs: [], shapes: new Map(),
            times: new Map(), starts: new Map(), timers: new Set() });
        this.asked = 0;
        const canvas = parsePatch(course[name + '.pd']), [first] = clickedBoxes(canvas.objects, canvas.wires);
        this.panel = messagePanel((text) => this.say(text), first.words.join(' ').split(' , ').pop(), (name, bytes) =>
            this.box_.file(name, bytes));
        this.contacts = contactTable();
        this.patch = new Patch(canvas, null, this);
        this.base = String(this.patch.id);
        for (const [array, { n }] of this.shapes) this.box_.array(array, n);
        this.makeGraphs();
    }

    /* ---- the host of the patch ---- */

    box(o, line) {
        if (this.box_) return () => {}; // The page plays the first object of a lesson.
        const words = patchWords(line), at = words.indexOf('-meters');
        const had = at < 0 ? [] : words.slice(at + 1), more = METERS.filter((m) => !had.includes(m));
        const text = at < 0 ? `${line} -meters ${more.join(' ')}` : [...words, ...more].join(' ');
        this.box_ = new SoundBox(text, (data) => this.told_(o, data));
        this.own = this.box_.names.length - more.length; // the outlets that the patch knows
        this.patchBox = o;
        return (inlet, m) => inlet || this.box_.send(messageText(m), this.mark());
    }

    /* What is due so long behind a click counts as that, however late the browser is. */
    delay(ms, f) {
        const due = (this.since || 0) + ms, timer = setTimeout(() => {
            this.since = due;
            f();
            this.since = 0;
        }, ms);
        this.timers.add(timer);
        return timer;
    }

    forget(timer) {
        clearTimeout(timer);
    }

    samples() {
        return new Float32Array(1);
    }

    writes() {}

    array(name, n, coords) {
        this.shapes.set(name, { n, coords });
    }

    told(name, m) {
        if (name.endsWith('-do')) this.marks = true;
        if (name.endsWith('-ms')) this.times.set(name.slice(0, -3), m[0]);
        if (name.endsWith('-on')) this.starts.set(name.slice(0, -3), this.since);
        this.showNumbers();
    }

    /* ---- what comes from the box ---- */

    told_(o, { kind, text, numbers, rows, frame }) {
        if (kind === 'info') {
            const m = patchWords(text).map(atomOf);
            o.out(this.own, m);
            this.contacts.take(m);
            if (SoundBox.written(text)) this.box_.file(SoundBox.written(text));
            if (performance.now() < this.asked + 1000) this.panel.answer(text);
        } else if (kind === 'error') this.panel.error(text);
        else if (kind === 'post') this.panel.answer(text);
        else if (kind === 'mark' && text === this.marked) this.begin(frame);
        else if (kind === 'file') this.panel.file(text, numbers);
        else if (kind === 'trace') this.trace(rows, frame);
        else if (kind === 'drawn') this.drawShape(text, numbers);
    }

    /* The first message of a click is marked, and with it graphs begin anew. */
    mark() {
        if (!this.marks) return undefined;
        this.marks = false;
        return (this.marked = (this.marked || 0) + 1);
    }

    /* What is typed. What comes within a second is the answer. */
    say(text) {
        this.asked = performance.now();
        if (SoundBox.written(text)) setTimeout(() => this.box_.file(SoundBox.written(text)), 500);
        this.click(() => this.box_.send(text, this.mark()));
    }

    click(f) {
        this.marks = true;
        start(f);
    }

    begin(frame) {
        this.rate = sound.context.sampleRate;
        const ms = Math.max(500, this.times.get(this.base) || 20, ...this.graphs.map((g) => g.late ? 1200 : 0));
        this.take = new Take(this.box_.names, ms / 1000, this.rate);
        this.take.from = frame;
        this.drawn = 0;
    }

    trace(rows, frame) {
        if (!this.take || this.take.full) return;
        this.take.add(rows, frame);
        if (this.take.full || this.take.n - this.drawn > this.rate / 10) {
            this.drawn = this.take.n;
            this.graphs.forEach((g) => g.draw(this.take));
        }
    }

    /* ---- graphs ---- */

    /* The outlet that is sent to a name, and what lies between: [max~ 0] or [*~ -1]. */
    source(name) {
        const { wires } = this.patch.canvas, objects = this.patch.objects;
        const end = objects.find((o) => o.words[0] === 's~' && this.patch.fill(o.words[1]) === name);
        const into = (o) => wires.find(([, , to]) => to === o.index);
        let wire = end && into(end), of = (row) => row;
        while (wire && objects[wire[0]] !== this.patchBox) {
            const [op, by] = objects[wire[0]].words, inner = of;
            of = (row) => inner(row.map((v) => (op === 'max~' ? Math.max(v, by) : v * by)));
            wire = into(objects[wire[0]]);
        }
        return wire ? (take) => of(take.row(take.names[wire[1]])) : null;
    }

    makeGraphs() {
        const kinds = { 'hertz/plot': 'time', 'sheet-brief': 'brief', 'hertz/spectrum': 'spectrum',
            'sheet-loop': 'loop' };
        for (const o of this.patch.objects) {
            const kind = kinds[o.words[0]];
            if (kind === 'loop') this.addLoop();
            else if (kind) this.addGraph(kind, this.patch.fill(o.words[1]), o.words[2], o.words[3]);
        }
        for (const [name, { coords }] of this.shapes) this.addShape(name, coords);
    }

    addGraph(kind, base, title, name) {
        const source = this.source(`${base}-${name}`), late = base !== this.base;
        const plot = kind === 'spectrum' ? new Plot(title, 'Hz', 'dB') : new Plot(title, 's');
        if (!source) return;
        const draw = (take) => {
            const row = source(take), ms = this.times.get(base) || 20;
            if (kind === 'brief') drawBrief(plot, row, take.rate);
            else if (kind === 'spectrum') drawSpectrum(plot, row, take.rate);
            else drawTime(plot, row.subarray(late ? Math.ceil((this.starts.get(base) || 0) * take.rate / 1000) : 0),
                take.rate, ms);
        };
        this.graphs.push({ kind, plot, draw, late });
    }

    addLoop() {
        const plot = new Plot('force (N) over compression', 'm', 'N');
        this.graphs.push({ kind: 'loop', plot,
            draw: (take) => drawLoop(plot, take.row('endforce') || take.row('force'), take.row('compression')) });
    }

    addStack() {
        const names = ['kinetic', 'potential', 'contact', 'dissipated'], plot = new Plot('energies, stacked (J)', 's');
        const draw = (take) => {
            const rows = names.map((n) => take.row(n));
            if (rows.every((r) => r)) drawStack(plot, rows, names, take.rate, this.times.get(this.base) || 20);
        };
        this.graphs.push({ kind: 'stack', plot, draw });
    }

    addShape(name, coords) {
        const plot = this.shapePlot ||= new Plot('the string (m), and what is below it', '', 'm');
        if (!this.graphs.some((g) => g.plot === plot)) this.graphs.push({ kind: 'shape', plot, draw() {} });
        this.shapes.get(name).range = [coords[3], coords[1]];
    }

    drawShape(name, numbers) {
        const shape = this.shapes.get(name);
        if (!shape) return;
        shape.numbers = numbers;
        const lines = [...this.shapes.values()].map(({ numbers: y }, i) => y && {
            x: y.map((_, k) => k / (y.length - 1)), y, colour: i ? 'second' : 'line' });
        this.shapePlot.set(lines.filter((l) => l), [0, 1], shape.range);
    }

    /* ---- the page ---- */

    buttons() {
        const { objects, canvas } = this.patch, boxes = clickedBoxes(objects, canvas.wires);
        const note = (o) => objects.find((t) => t.kind === 'text' && t.y === o.y && t.x > o.x && t.words[0] === '<=');
        return boxes.map((o) => el('li', {},
            el('button', { className: 'pd', onclick: () => this.click(() => o.take(0, [])) }, o.words.join(' ')
                .replace(/ ,/g, ',')),
            el('span', { className: 'note' }, note(o)?.words.slice(1).join(' ').replace(/ ,/g, ',') || '')));
    }

    sliders() {
        return this.patch.objects.filter((o) => o.words[0] === 'hertz/slider').map((o) => {
            const [, base, to, name, unit, lo, hi, way] = o.words.map((w) => this.patch.fill(w));
            const s = slider({ name, unit, lo: +lo, hi: +hi, log: way === 'log', value: '' }, // until the box answers
                (v) => start(() => this.patch.tell(`${base}-${to}`, [name, v])));
            this.patch.listen(`${base}-info`, (m) => m[0] === name && isNumber(m[1]) && s.show(m[1]));
            return s.row;
        });
    }

    numbers() {
        this.cells = this.patch.objects.filter((o) => o.kind === 'floatatom').map((o) => ({ o, cell: el('dd') }));
        return el('dl', { className: 'numbers' }, this.cells.map(({ o, cell }) => [cell, el('dt', {}, o.words[4])]));
    }

    showNumbers() {
        for (const { o, cell } of this.cells || [])
            if (o.value !== undefined) cell.textContent = String(+(+o.value).toPrecision(5));
    }

    page() {
        const text = course[this.name + '.md'], [lead, tail] = text.split(/\n(?=## Exercise)/);
        const bang = this.patch.objects.find((o) => o.words[0] === 'bng');
        const html = (md) => {
            const div = el('div');
            div.innerHTML = markdown(md, courseLink);
            return div;
        };
        const patchGraphs = this.graphs.map((g) => g.plot.figure), had = this.graphs.map((g) => g.kind);
        if (!had.includes('loop')) this.addLoop();
        this.addStack();
        if (!had.includes('spectrum')) this.addGraph('spectrum', this.base, 'spectrum (dB) over Hz', 'sound');
        const more = this.graphs.map((g) => g.plot.figure).filter((f) => !patchGraphs.includes(f));
        return el('div', { className: 'lesson' },
            el('article', {}, html(lead.replace(/Open \[[^\]]*\]\(\S*\) and click/, 'Click')), exercise(this.name),
                html(tail.replace(/^## Exercise[^]*?(?=\n## |$)/, ''))),
            el('section', { className: 'bench', ariaLabel: 'the patch' },
                el('div', { className: 'go' }, el('button', { className: 'round', ariaLabel: 'play the first message',
                    onclick: () => this.click(() => bang.take(0, [])) }), 'click: the first message'),
                el('ul', { className: 'messages' }, this.buttons()), this.sliders(), this.numbers(),
                this.panel.parts, patchGraphs, this.contacts.table,
                el('details', {}, el('summary', {}, 'more graphs'), more)));
    }

    close() {
        this.timers.forEach(clearTimeout);
        this.forget = () => {};
        this.delay = () => {};
        this.box_.close();
    }
}

/* Links of the course: to its other pages; the manual is not here. */
function courseLink(to) {
    const name = to.replace(/\.(md|pd)$/, '');
    if (/^https?:/.test(to)) return to;
    if (/-(exercise|solution)\.pd$/.test(to)) return '#exercise';
    return lessonNames.includes(name) && to.endsWith('.md') ? '#' + name : null;
}

/* ---- the exercise ---- */

/* What stands in the hole of an exercise or solution: the object behind the yellow or green field. */
function hole(canvas) {
    const at = canvas.objects.findIndex((o) => o.words.includes('the hole') || o.words.includes('the solution'));
    return canvas.objects[at + 1];
}

/* Puts words into the hole and clicks. Returns what leaves the patch: lesson, verdict, number, what was due. */
function checkExercise(name, text) {
    const canvas = parsePatch(course[`${name}-exercise.pd`]), bench = new Bench((file) =>
        course[file.replace('hertz/course/', '') + '.pd']);
    const object = hole(canvas), kept = object.kind === 'msg' ? [] : [object.words[0]];
    bench.text = (file) => (file.endsWith('sheet-answer') ? course['sheet-answer.pd'] : null);
    object.words = [...kept, ...patchWords(text.replace(/([,;])/g, ' $1 '))];
    const patch = new Patch(canvas, null, bench);
    patch.objects.find((o) => o.words[0] === 'bng').take(0, []);
    const longest = 3000, after = 100; // ms: no experiment takes longer; a number may be followed by another one
    let end = longest;
    while (bench.time < end) {
        bench.tick();
        if (bench.result && end === longest) end = bench.time + after;
    }
    return { result: bench.result, said: bench.said };
}

function exercise(name) {
    const canvas = parsePatch(course[`${name}-exercise.pd`]), object = hole(canvas);
    const first = object.kind === 'msg' ? 0 : 1;
    const texts = canvas.objects.filter((o) => o.kind === 'text' && !/^<=|^\$f1 is|^outlet:|^The hole/
        .test(o.words.join(' '))).map((o) => o.words.join(' ').replace(/ ([,;])/g, '$1'));
    const field = el('input', { type: 'text', id: 'hole', value: object.words.slice(first).join(' '), spellcheck: false,
        autocapitalize: 'off' });
    const verdict = el('output', { className: 'verdict' }), unit = canvas.objects.find((o) =>
        o.words[0] === 'hertz/course/sheet-answer').words[3].replace('-', '');
    const form = el('form', { className: 'exercise' }, el('label', { htmlFor: 'hole' }, object.kind === 'msg' ?
        'the hole, a message' : 'the hole, a formula of $f1, $f2 and so on'), field, el('button', {}, 'check'),
    verdict);
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        verdict.className = 'verdict';
        try {
            const { result, said } = checkExercise(name, field.value), [, right, yours, due] = result || [];
            verdict.textContent = !result ? said[0] || 'nothing came out' : right === 1 ?
                `right: ${short(yours)} ${unit}, and ${short(due)} ${unit} is what the library has` :
                right === 2 ? 'a number and no formula: it must hold for other numbers too' :
                    `not yet: ${short(yours)} ${unit}`;
            verdict.classList.toggle('right', right === 1);
        } catch (error) {
            verdict.textContent = error.message;
        }
    });
    const solution = hole(parsePatch(course[`${name}-solution.pd`])).words.slice(first).join(' ');
    return el('section', { id: 'exercise' }, el('h2', {}, 'Exercise'), texts.map((t) => el('p', {}, t)), form,
        el('details', {}, el('summary', {}, 'solution'), el('code', { className: 'solution' }, solution)));
}
