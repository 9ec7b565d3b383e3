/* ui: small parts that pages are made of. */

/* An element with attributes, handlers (onclick) and children. */
function el(tag, attributes = {}, ...children) {
    const e = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
        if (name.startsWith('on')) e.addEventListener(name.slice(2), value);
        else if (name in e && name !== 'list') e[name] = value;
        else e.setAttribute(name, value);
    e.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined));
    return e;
}

/* Three digits, as one reads them; beside a unit with a prefix where that takes one. */
const short = (x) => (x === 0 ? '0' : Math.abs(x) >= 1e5 || Math.abs(x) < 1e-3 ?
    x.toExponential(2).replace(/\.?0*e/, 'e').replace('e+', 'e') : String(+x.toPrecision(4)));
const prefixes = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'µ'], [1e-9, 'n'], [1e-12, 'p']];
const scaled = /^(m|N|J|s|Hz|m\/s|kg)$/;
function prefixFor(most, unit) {
    if (!scaled.test(unit) || unit === 'kg' || !(most > 0)) return [1, unit];
    const [factor, letter] = prefixes.find(([f]) => most >= f * 0.9999) || prefixes.at(-1);
    return [factor, letter + unit];
}
const withUnit = (x, unit) => {
    const [factor, name] = prefixFor(Math.abs(x), unit);
    return `${short(x / factor)} ${name}`;
};

/* A parameter: a slider and a field with its unit. `told` gets the number. `show` puts one there; where it is beyond
 * the slider's range, that moves, within `least` and `most` where these are given. */
function slider({ name, unit, lo, hi, log, value, doc, least, most }, told) {
    const at = (v) => 1000 * (log ? Math.log(v / lo) / Math.log(hi / lo) : (v - lo) / (hi - lo));
    const of = (p) => +(log ? lo * (hi / lo) ** (p / 1000) : lo + (hi - lo) * p / 1000).toPrecision(3);
    const label = unit && unit !== '-' ? `${name}, ${unit}` : name;
    const range = el('input', { type: 'range', min: 0, max: 1000, step: 1, 'aria-label': label });
    const field = el('input', { type: 'text', inputMode: 'decimal', size: 8, 'aria-label': `${label}, as a number` });
    const show = (v) => {
        if (!isNumber(v)) return void (field.value = v); // a word, such as auto
        if (least !== undefined && v > 0 && log && (v < lo || v > hi))
            [lo, hi] = [Math.max(least, v / 100), Math.min(most, v * 100)];
        range.value = at(v);
        range.setAttribute('aria-valuetext', `${short(v)} ${unit}`);
        field.value = short(v);
    };
    range.addEventListener('input', () => {
        field.value = short(of(+range.value));
        told(of(+range.value));
    });
    field.addEventListener('change', () => {
        if (Number.isFinite(+field.value)) told(+field.value);
    });
    show(value);
    const row = el('div', { className: 'slider', title: doc || '' }, el('span', {}, name), range, field,
        el('span', { className: 'unit' }, unit === '-' ? '' : unit));
    return { row, show };
}

/* A message box: what is typed is sent as Pd would send it, and Pd's own words stand below. Files for messages such as
 * read are given to the box; what it writes becomes a link. */
function messagePanel(send, placeholder, give) {
    const field = el('input', { type: 'text', className: 'message', placeholder, 'aria-label': 'message to the object',
        autocapitalize: 'off', spellcheck: false });
    const error = el('p', { className: 'error', role: 'alert' }), log = el('pre', { className: 'log', tabIndex: 0,
        ariaLabel: 'what the object answers' });
    let lines = [];
    const links = el('p', { className: 'note' });
    const pick = el('input', { type: 'file', multiple: true, hidden: true, onchange: async () => {
        for (const file of pick.files) give(file.name, new Uint8Array(await file.arrayBuffer()));
        field.value = `read ${pick.files[0]?.name.replace(/ /g, '\\ ')}`;
    } });
    const form = el('form', { className: 'say' }, field, el('button', {}, 'send'), pick,
        el('button', { type: 'button', onclick: () => pick.click() }, 'file'));
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        error.textContent = '';
        if (field.value.trim()) send(field.value);
        field.select();
    });
    return {
        parts: [form, error, log, links],
        file(name, bytes) {
            const href = bytes && URL.createObjectURL(new Blob([bytes]));
            if (bytes) links.append(el('a', { href, download: name }, name), ' ');
        },
        error(text) {
            error.textContent = text;
        },
        answer(text) {
            lines = lines.slice(-199);
            lines.push(patchWords(text).map((w) => (isNumber(atomOf(w)) ? +(+w).toPrecision(7) : w)).join(' '));
            log.textContent = lines.join('\n');
            log.scrollTop = log.scrollHeight;
        },
    };
}

/* The last contacts that were reported, and of friction how long it stuck or slid, and what that cost. */
function contactTable() {
    const units = ['m/s', 'm/s', 's', 'm', 'N'], heads = ['speed in', 'speed out', 'duration', 'depth', 'force'];
    const body = el('tbody'), shown = 6;
    const table = el('table', { className: 'contacts' }, el('caption', {}, 'contacts, the last first'),
        el('thead', {}, el('tr', {}, heads.map((h) => el('th', { scope: 'col' }, h)))), body);
    return {
        table,
        take(m) {
            const slides = m[0] === 'stick' || m[0] === 'slip'; // with duration and loss
            if (m[0] !== 'contact' && !slides) return;
            body.prepend(el('tr', {}, (slides ? [m[0], '', withUnit(m[1], 's'), '', withUnit(m[2], 'J')] :
                units.map((u, i) => withUnit(m[i + 1], u))).map((cell) => el('td', {}, cell))));
            while (body.children.length > shown) body.lastChild.remove();
        },
    };
}

/* Markdown, as far as the course goes: headings, paragraphs, lists, tables, code, bold, links. */
const escapeHtml = (s) => s.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
function inlineMarkdown(text, link) {
    const kept = [];
    const keep = (html) => `\u0001${kept.push(html) - 1}\u0001`;
    return escapeHtml(text)
        .replace(/`([^`]+)`/g, (_, code) => keep(`<code>${code}</code>`))
        .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
        .replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, name, to) => {
            const href = link(to);
            return href ? keep(`<a href="${href}">${name}</a>`) : name;
        })
        .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
        .replace(/\u0001(\d+)\u0001/g, (_, i) => kept[i]);
}
function markdown(text, link) {
    const inline = (s) => inlineMarkdown(s, link), row = (line) => line.split('|').slice(1, -1).map((c) => c.trim());
    return text.trim().split(/\n{2,}/).map((block) => {
        const lines = block.split('\n').filter((l) => l.trim()), head = /^(#+) (.*)/.exec(block);
        if (!lines.length) return '';
        if (head) return `<h${head[1].length}>${inline(head[2])}</h${head[1].length}>`;
        if (lines.every((l) => /^ {4}/.test(l)))
            return `<pre>${escapeHtml(lines.map((l) => l.slice(4)).join('\n'))}</pre>`;
        if (/^- /.test(block))
            return `<ul>${block.split(/^- /m).slice(1).map((i) => `<li>${inline(i)}</li>`).join('')}</ul>`;
        if (/^\|/.test(block)) {
            const [first, , ...rest] = lines.map((l) => row(l).map(inline));
            return `<table><tr>${first.map((c) => `<th>${c}</th>`).join('')}</tr>${rest.map((r) =>
                `<tr>${r.map((c) => `<td>${c}</td>`).join('')}</tr>`).join('')}</table>`;
        }
        const html = inline(block);
        return html.trim() ? `<p>${html}</p>` : '';
    }).join('\n');
}
