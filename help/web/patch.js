/* patch: reads a patch of Pd and runs its messages: enough of Pd for the lessons and exercises of help/course.
 *
 * Signals are not run here: a box of hertz is one of the host's, and what listens to its outlets is told to the host.
 * A message is an array of atoms, numbers and words: ['strike', 1], [60, 100], [] for a bang. */

/* The words of a record of a file; one that is escaped keeps what it means. */
const patchWords = (text) => (text.match(/(?:\\[^]|[^\s\\])+/g) || []).map((word) => word.replace(/\\([^])/g, '$1'));

/* What a file says: objects with their words and places, wires, and canvases within. */
function parsePatch(text) {
    const top = { objects: [], wires: [], arrays: [] }, open = [];
    let here = null;
    const add = (o) => here.objects.push(o) && o;
    for (const record of text.match(/(?:\\[^]|[^;\\])+/g) || []) {
        const raw = record.trim().replace(/,\s*f \d+$/, ''), [mark, kind, x, y, ...rest] = patchWords(raw);
        if (mark === '#N') {
            if (here) open.push(here);
            here = here ? { objects: [], wires: [], arrays: [] } : top;
        } else if (kind === 'restore') {
            const inner = here;
            here = open.pop();
            add({ kind: rest[0], x: +x, y: +y, words: rest, inner });
        } else if (kind === 'connect')
            here.wires.push([x, y, ...rest].map(Number));
        else if (kind === 'array')
            here.arrays.push({ name: x, n: +y });
        else if (kind === 'coords')
            here.coords = [x, y, ...rest].map(Number);
        else if (['obj', 'msg', 'text', 'floatatom', 'symbolatom'].includes(kind))
            add({ kind, x: +x, y: +y, words: rest, raw: raw.split(/\s+/).slice(4).join(' ') });
    }
    return top;
}

const atomOf = (word) => (/^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(word) ? Number(word) : word);
const isNumber = (x) => typeof x === 'number';
const numberIn = (atoms) => (isNumber(atoms[0]) ? atoms[0] : 0);

/* ---- expr ---- */

const exprFunctions = {
    If: (c, a, b) => (c ? a : b), int: Math.trunc, rint: Math.round, fmod: (a, b) => a % b, ln: Math.log,
};
for (const name of ['abs', 'acos', 'asin', 'atan', 'atan2', 'ceil', 'cos', 'cosh', 'exp', 'floor', 'log', 'log10',
    'max', 'min', 'pow', 'sin', 'sinh', 'sqrt', 'tan', 'tanh'])
    exprFunctions[name] = Math[name];

/* Formulas with semicolons between them, as functions of the inlets' numbers. Throws what is wrong with them. */
function compileExpr(text) {
    return text.split(';').map((formula) => {
        const js = formula.replace(/\$[fi](\d+)/g, (_, n) => `(f[${n - 1}] || 0)`)
            .replace(/\bif\s*\(/g, 'If(');
        const alien = js.replace(/\d+\.?\d*e[-+]?\d+/gi, '0').match(/[a-z_$]\w*/gi)?.find((w) => w !== 'f' &&
            !exprFunctions[w]);
        if (alien) throw new Error(`expr: ${alien}: no such name`);
        if (/[^\w\s.,+\-*/%()<>=!&|[\]]/.test(js)) throw new Error(`expr: syntax error: ${formula.trim()}`);
        let run;
        try {
            run = new Function('f', 'F', `const { ${Object.keys(exprFunctions)} } = F; return ${js.trim() || 0};`);
        } catch {
            throw new Error(`expr: syntax error: ${formula.trim()}`);
        }
        return (f) => {
            const x = Number(run(f, exprFunctions));
            return Number.isFinite(x) ? x : 0; // As Pd divides by zero.
        };
    });
}

/* ---- objects: each is made of its arguments and takes a message at an inlet ---- */

const held = (at, out) => (args, o) => {
    let value = at(args);
    return (inlet, m) => {
        if (m.length && m[0] !== 'bang') value = m[0] === 'set' ? m[1] : at(m);
        if (inlet === 0 && m[0] !== 'set') o.out(0, out(value));
    };
};
const binary = (of) => (args, o) => {
    const sides = [0, numberIn(args)];
    return (inlet, m) => {
        if (m.length) sides[inlet] = numberIn(m);
        if (inlet === 0) o.out(0, [Number(of(sides[0], sides[1]))]);
    };
};
const trigger = (args, o) => (inlet, m) => {
    const as = { b: [], f: [numberIn(m)], s: [String(m[0] ?? '')], l: m, a: m };
    for (let i = args.length - 1; i >= 0; i--) o.out(i, as[String(args[i])[0]] || [args[i]]);
};

const patchKinds = {
    t: trigger,
    trigger,
    b: (args, o) => () => o.out(0, []),
    f: held(numberIn, (x) => [x]),
    symbol: held((m) => String(m[0] === 'symbol' ? m[1] : m[0] ?? ''), (x) => ['symbol', x]),
    '+': binary((a, b) => a + b),
    '-': binary((a, b) => a - b),
    '*': binary((a, b) => a * b),
    '/': binary((a, b) => (b ? a / b : 0)),
    '==': binary((a, b) => a === b),
    '<=': binary((a, b) => a <= b),
    min: binary(Math.min),
    max: binary(Math.max),
    random: (args, o) => () => o.out(0, [Math.floor(Math.random() * numberIn(args))]),
    'samplerate~': (args, o) => () => o.out(0, [o.patch.host.rate]),
    loadbang: (args, o) => {
        o.patch.later.push(() => o.out(0, []));
        return () => {};
    },
    expr: (args, o) => {
        const f = [], all = compileExpr(o.filled.slice(1).join(' '));
        return (inlet, m) => {
            for (let i = 0; inlet === 0 && i < m.length; i++) f[i] = isNumber(m[i]) ? m[i] : 0;
            if (inlet > 0) f[inlet] = numberIn(m);
            if (inlet === 0) for (let i = all.length - 1; i >= 0; i--) o.out(i, [all[i](f)]);
        };
    },
    unpack: (args, o) => (inlet, m) => {
        for (let i = Math.min(args.length, m.length) - 1; i >= 0; i--) o.out(i, [m[i]]);
    },
    pack: (args, o) => {
        const kept = args.map((a) => (isNumber(a) ? a : 0));
        return (inlet, m) => {
            if (inlet === 0) m.forEach((x, i) => (kept[i] = x));
            else if (m.length) kept[inlet] = m[0];
            if (inlet === 0) o.out(0, [...kept]);
        };
    },
    route: (args, o) => (inlet, m) => {
        const by = { float: isNumber(m[0]) && m.length === 1, list: isNumber(m[0]) && m.length > 1, bang: !m.length };
        const i = args.findIndex((a) => a === m[0] || by[a]);
        o.out(i < 0 ? args.length : i, i < 0 || by[args[i]] ? m : m.slice(1));
    },
    sel: (args, o) => (inlet, m) => {
        const i = args.indexOf(m[0] === 'symbol' ? m[1] : m[0]);
        o.out(i < 0 ? args.length : i, i < 0 ? m : []);
    },
    spigot: (args, o) => {
        let open = numberIn(args);
        return (inlet, m) => {
            if (inlet) open = numberIn(m);
            else if (open) o.out(0, m);
        };
    },
    delay: (args, o) => {
        let ms = numberIn(args), last;
        return (inlet, m) => {
            if (isNumber(m[0])) ms = m[0];
            if (inlet) return;
            o.patch.host.forget(last);
            if (m[0] !== 'stop') last = o.patch.host.delay(ms, () => o.out(0, []));
        };
    },
    metro: (args, o) => {
        let last;
        const tick = () => {
            o.out(0, []);
            last = o.patch.host.delay(numberIn(args), tick);
        };
        return (inlet, m) => {
            o.patch.host.forget(last);
            if (inlet === 0 && (!m.length || m[0] !== 0)) tick();
        };
    },
    makefilename: (args, o) => (inlet, m) => o.out(0, ['symbol', String(args[0]).replace(/%[gsd]/, m[0])]),
    list: ([way, ...rest], o) => (inlet, m) => {
        if (way === 'prepend') o.out(0, [...rest, ...m]);
        else if (way === 'append') o.out(0, [...m, ...rest]);
        else o.out(0, m);
    },
    array: ([what, name, n], o) => {
        if (what === 'define') o.patch.host.samples(name, n);
        return () => {
            const row = o.patch.host.samples(name);
            o.out(0, [what === 'size' ? row.length : row.reduce((a, b) => Math[what](a, b))]);
        };
    },
    'tabwrite~': ([name], o) => {
        o.patch.host.writes(o, name);
        return (inlet, m) => {
            if (!m.length) o.at = 0;
        };
    },
    'snapshot~': (args, o) => {
        const name = `snapshot ${o.patch.id} ${o.index}`, row = o.patch.host.samples(name, 64);
        o.again = true;
        o.patch.host.writes(o, name);
        return () => o.out(0, [row.at(-1)]);
    },
    's~': ([name], o) => {
        o.bus = name;
        return () => {};
    },
    'max~': () => () => {},
    '*~': () => () => {},
    bng: (args, o) => () => o.out(0, []),
    inlet: (args, o) => (i, m) => o.out(0, m),
    outlet: (args, o) => (i, m) => o.patch.leave(o, m),
};
for (const [short, long] of [['s', 'send'], ['r', 'receive']]) {
    const sends = short === 's';
    patchKinds[short] = patchKinds[long] = ([name], o) => {
        if (!sends) o.patch.listen(name, (m) => o.out(0, m));
        return (inlet, m) => sends && o.patch.tell(name, m);
    };
}
Object.assign(patchKinds, { float: patchKinds.f, select: patchKinds.sel, del: patchKinds.delay, bang: patchKinds.b });

/* A message box: commas part messages, $1 is the first number that came, what follows a semicolon has a receiver. */
function messageBox(words, o) {
    const parts = words.join(' ').split(';').map((part) => part.split(',').map((m) => patchWords(m)));
    return (inlet, m) => {
        const given = m[0] === 'symbol' ? m.slice(1) : m;
        const fill = (word) => atomOf(word.replace(/\$(\d+)/g, (_, n) => given[n - 1] ?? 0));
        parts[0].filter((part) => part.length).forEach((part) => o.out(0, part.map(fill)));
        for (const part of parts.slice(1))
            if (part[0].length) o.patch.tell(part[0][0], part[0].slice(1).map(fill));
    };
}

/* ---- a running patch ---- */

class Patch {
    /* `args` are $1 and so on. The host has rate, box(o, words), delay(ms, do), forget, samples(name, n), writes(o,
     * name), told(name, message) and text(name), the patch of an abstraction. */
    constructor(canvas, args, host, parent) {
        Object.assign(this, { canvas, host, parent, args, later: [] });
        this.id = parent && !args ? parent.id : (Patch.last = (Patch.last || 1002) + 1);
        this.args = args || parent?.args || [];
        this.names = parent ? parent.names : new Map();
        canvas.arrays.forEach((a) => host.array?.(this.fill(a.name), a.n, canvas.coords));
        this.objects = canvas.objects.map((o, index) => this.make(o, index));
        if (!parent) this.begin();
    }

    /* Loadbangs come when all is there, those of what is inside first. */
    begin() {
        this.objects.forEach((o) => o.inside?.begin());
        this.later.splice(0).forEach((f) => f());
    }

    fill(word) {
        return String(word).replace(/\$(\d+)/g, (_, n) => (n === '0' ? this.id : this.args[n - 1] ?? 0));
    }

    make({ kind, words, inner, raw, x, y }, index) {
        const o = { index, kind, x, y, raw, patch: this, words: words.map(String), out: (i, m) => this.send(o, i, m) };
        const filled = (o.filled = words.map((word) => this.fill(word))), [name, ...args] = filled;
        if (kind === 'msg') o.take = messageBox(words.map((w) => w.replace(/\$0/g, this.id)), o);
        else if (kind === 'floatatom' || kind === 'symbolatom') o.take = this.atomBox(o, filled);
        else if (kind === 'obj' && /^hertz\/.*~$/.test(name)) o.take = this.host.box(o, filled.join(' '));
        else if (inner) this.enter(o, new Patch(inner, null, this.host, this));
        else if (kind === 'obj' && Object.hasOwn(patchKinds, name)) o.take = patchKinds[name](args.map(atomOf), o);
        else if (kind === 'obj' && this.host.text?.(name))
            this.enter(o, new Patch(parsePatch(this.host.text(name)), args.map(atomOf), this.host, this));
        o.take ||= () => {};
        return o;
    }

    /* A patch in a box: its inlets and outlets from left to right. */
    enter(o, inside) {
        const doors = (name) => inside.objects.filter((p) => p.words[0] === name).sort((a, b) => a.x - b.x);
        const [inlets, outlets] = [doors('inlet'), doors('outlet')];
        o.inside = inside;
        o.take = (i, m) => inlets[i]?.take(0, m);
        inside.leave = (door, m) => o.out(outlets.indexOf(door), m);
    }

    /* Of the top: what leaves the patch. */
    leave(door, m) {
        this.host.left?.(m);
    }

    atomBox(o, words) {
        const receive = words[5];
        const show = (m) => {
            o.value = m[0] === 'symbol' ? m[1] : m[0];
            o.out(0, m);
        };
        if (receive && receive !== '-') this.listen(receive, show);
        return (inlet, m) => show(m);
    }

    send(o, outlet, m) {
        for (const [from, out, to, inlet] of this.canvas.wires)
            if (from === o.index && out === outlet) this.objects[to].take(inlet, m);
    }

    listen(name, f) {
        if (!this.names.has(name)) this.names.set(name, []);
        this.names.get(name).push(f);
    }

    tell(name, m) {
        this.host.told?.(name, m);
        (this.names.get(name) || []).forEach((f) => f(m));
    }
}
