/* plot: graphs on canvases, with units that are read from afar. */

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();

class Plot {
    /* A title may end in a unit: force (N). */
    constructor(title, xUnit, yUnit) {
        const [, name, unit] = /^(.*?)\s*\(([^()]*)\)(.*)$/.exec(title) || [null, title, yUnit || ''];
        Object.assign(this, { title, name, xUnit, yUnit: yUnit ?? unit, lines: [] });
        this.canvas = el('canvas', { role: 'img', tabIndex: -1 });
        this.figure = el('figure', {}, el('figcaption', {}, title), this.canvas);
        this.empty = true;
        new ResizeObserver(() => this.draw()).observe(this.figure);
    }

    /* Sets the curves to draw: each has x and y of the same length, a colour, and fill. Without x and y the axes span
     * all curves. */
    set(lines, x, y) {
        this.lines = lines;
        this.empty = !lines.some((l) => l.y.length);
        const all = (key, i) => lines.reduce((m, l) => l[key].reduce((a, b) => (i ? Math.max : Math.min)(a, b), m),
            i ? -Infinity : Infinity);
        this.x = x || [all('x', 0), all('x', 1)];
        this.y = y || [Math.min(0, all('y', 0)), Math.max(0, all('y', 1))];
        if (!(this.y[1] > this.y[0])) this.y = [0, 1e-9];
        if (!(this.x[1] > this.x[0])) this.x = [0, 1e-9];
        const [least, most] = this.y.map((v) => withUnit(v, this.yUnit));
        this.canvas.setAttribute('aria-label', this.empty ? this.title : `${this.title}: from ${least} to ${most}`);
        this.due ||= requestAnimationFrame(() => this.draw());
    }

    draw() {
        this.due = 0;
        const c = this.canvas, ratio = devicePixelRatio || 1, w = c.clientWidth, h = c.clientHeight;
        if (!w || !h) return;
        c.width = w * ratio;
        c.height = h * ratio;
        const g = c.getContext('2d');
        g.scale(ratio, ratio);
        g.font = '15px system-ui, sans-serif';
        const top = this.lines.some((l) => l.name) ? 30 : 12;
        this.box = { left: 64, right: w - 20, top, bottom: h - 40 };
        if (this.empty) {
            g.fillStyle = colour('soft');
            g.fillText('nothing yet', this.box.left, h / 2);
            return;
        }
        this.axes(g);
        g.save();
        g.beginPath();
        g.rect(this.box.left, this.box.top - 2, this.box.right - this.box.left, this.box.bottom - this.box.top + 4);
        g.clip();
        for (const line of this.lines) this.line(g, line);
        g.restore();
        this.legend(g);
    }

    toX(x) {
        return this.box.left + (x - this.x[0]) / (this.x[1] - this.x[0]) * (this.box.right - this.box.left);
    }

    toY(y) {
        return this.box.bottom - (y - this.y[0]) / (this.y[1] - this.y[0]) * (this.box.bottom - this.box.top);
    }

    axes(g) {
        const { left, right, top, bottom } = this.box;
        const ticks = ([lo, hi], n) => {
            const raw = (hi - lo) / n, ten = 10 ** Math.floor(Math.log10(raw));
            const step = ten * [1, 2, 5, 10].find((s) => s * ten >= raw), all = [];
            for (let i = Math.ceil(lo / step); i <= hi / step + 1e-9; i++) all.push(i * step);
            return all;
        };
        const [xf, xName] = prefixFor(Math.max(...this.x.map(Math.abs)), this.xUnit);
        const [yf, yName] = prefixFor(Math.max(...this.y.map(Math.abs)), this.yUnit);
        g.strokeStyle = colour('grid');
        g.fillStyle = colour('text');
        g.lineWidth = 1;
        g.textAlign = 'right';
        for (const y of ticks(this.y, 4)) {
            g.strokeRect(left, this.toY(y), right - left, 0);
            g.fillText(short(+(y / yf).toPrecision(6)), left - 6, this.toY(y) + 5);
        }
        g.textAlign = 'center';
        for (const x of ticks(this.x, Math.max(2, (right - left) / 90))) {
            g.strokeRect(this.toX(x), top, 0, bottom - top);
            g.fillText(short(+(x / xf).toPrecision(6)), this.toX(x), bottom + 18);
        }
        g.textAlign = 'right';
        g.fillText(xName, right, bottom + 35);
        g.textAlign = 'left';
        if (yName) g.fillText(yName, 2, bottom + 35);
    }

    line(g, { x, y, colour: name, fill }) {
        const column = Math.max(1, Math.floor(x.length / (2 * (this.box.right - this.box.left))));
        g.strokeStyle = g.fillStyle = colour(name || 'line');
        g.lineWidth = 2;
        g.beginPath();
        for (let i = 0; i < x.length; i += column) {
            let lo = y[i], hi = y[i];
            for (let k = 1; k < column && i + k < y.length; k++) {
                lo = Math.min(lo, y[i + k]);
                hi = Math.max(hi, y[i + k]);
            }
            g.lineTo(this.toX(x[i]), this.toY(lo));
            if (hi !== lo) g.lineTo(this.toX(x[i]), this.toY(hi));
        }
        if (!fill) return g.stroke();
        for (let i = x.length - 1; i >= 0; i -= column) g.lineTo(this.toX(x[i]), this.toY(fill[i]));
        g.fill();
    }

    legend(g) {
        let at = this.box.left + 8;
        g.textAlign = 'left';
        for (const { name, colour: c } of this.lines) {
            if (!name) continue;
            g.fillStyle = colour(c);
            g.fillRect(at, 8, 12, 12);
            g.fillStyle = colour('text');
            g.fillText(name, at + 17, 19);
            at += 30 + g.measureText(name).width;
        }
    }
}

/* ---- what graphs show of a take ---- */

const seconds = (n, rate, from = 0) => Float32Array.from({ length: n }, (_, i) => (i + from) / rate);

/* A row over time. */
function drawTime(plot, row, rate, ms) {
    const n = Math.min(row.length, Math.ceil(ms * rate / 1000));
    plot.set([{ x: seconds(n, rate), y: row.subarray(0, n) }], [0, ms / 1000]);
}

/* One that is soon over: from where it is over a thousandth of its peak to where it last is, with some room. */
function drawBrief(plot, row, rate) {
    const part = row.subarray(0, Math.ceil(0.02 * rate)), peak = part.reduce((a, b) => Math.max(a, b), 0);
    const over = (x) => x >= peak / 1000;
    if (!(peak > 0)) return plot.set([]);
    const first = part.findIndex(over), last = part.findLastIndex(over), room = Math.max(1, (last - first) / 10);
    const lo = Math.max(0, Math.floor(first - room)), hi = Math.min(part.length, Math.ceil(last + room) + 1);
    plot.set([{ x: seconds(hi - lo, rate), y: part.subarray(lo, hi) }], [0, (hi - lo) / rate]);
}

/* Force over compression in the first contact: loading, then unloading in red. */
function drawLoop(plot, force, depth) {
    const first = depth.findIndex((x) => x > 0);
    if (first < 0) return plot.set([]);
    const rest = depth.subarray(first).findIndex((x) => x <= 0), n = rest < 0 ? depth.length - first : rest;
    const part = (row) => Float32Array.of(0, ...row.subarray(first, first + n + 1).map((v) => Math.max(0, v)));
    const x = part(depth), y = part(force);
    const turn = x.indexOf(x.reduce((a, b) => Math.max(a, b), 0));
    plot.set([{ x: x.slice(0, turn + 1), y: y.slice(0, turn + 1), name: 'loading', colour: 'line' },
        { x: x.slice(turn), y: y.slice(turn), name: 'unloading', colour: 'second' }], null,
    [0, y.reduce((a, b) => Math.max(a, b), 1e-12)]);
}

/* Energies, each on top of those before it. */
function drawStack(plot, rows, names, rate, ms) {
    const n = Math.min(rows[0].length, Math.ceil(ms * rate / 1000)), x = seconds(n, rate);
    let below = new Float32Array(n);
    const lines = rows.map((row, i) => {
        const y = below.map((b, k) => b + Math.max(0, row[k])), line = { x, y, fill: below, name: names[i] };
        below = y;
        return { ...line, colour: ['line', 'third', 'second', 'fourth'][i] };
    });
    plot.set(lines, [0, ms / 1000]);
}

/* The partials of 4096 samples, in dB of full scale, up to 10 kHz. */
function drawSpectrum(plot, row, rate) {
    const n = 4096, start = Math.min(Math.ceil(0.1 * rate), Math.max(0, row.length - n));
    if (row.length < n) return plot.set([]);
    const re = new Float64Array(n), im = new Float64Array(n), most = Math.floor(1e4 * n / rate);
    for (let i = 0; i < n; i++) re[i] = row[start + i] * (0.5 - 0.5 * Math.cos(2 * Math.PI * i / n));
    fft(re, im);
    const y = Float32Array.from({ length: most }, (_, i) =>
        Math.max(-100, 20 * Math.log10(4 / n * Math.hypot(re[i], im[i]) + 1e-12)));
    plot.set([{ x: Float32Array.from(y, (_, i) => i * rate / n), y }], [0, 1e4], [-100, 0]);
}

/* In place, for powers of two: Cooley and Tukey. */
function fft(re, im) {
    const n = re.length;
    for (let i = 1, j = 0; i < n; i++) {
        let bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) [re[i], re[j], im[i], im[j]] = [re[j], re[i], im[j], im[i]];
    }
    for (let size = 2; size <= n; size *= 2)
        for (let k = 0; k < size / 2; k++) {
            const c = Math.cos(2 * Math.PI * k / size), s = -Math.sin(2 * Math.PI * k / size);
            for (let a = k; a < n; a += size) {
                const b = a + size / 2, x = re[b] * c - im[b] * s, y = re[b] * s + im[b] * c;
                [re[b], im[b]] = [re[a] - x, im[a] - y];
                re[a] += x;
                im[a] += y;
            }
        }
}
