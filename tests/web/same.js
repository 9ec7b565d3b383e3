/* same: one scene of each class, rendered by Pd and in WebAssembly: the largest difference up to the fourth contact,
 * as a part of the peak. Used by page.js, which renders in a browser; alone it renders in node:
 * node tests/web/same.js <folder of the library> <build/web> */
const fs = require('fs'), os = require('os'), path = require('path'), vm = require('vm');
const { execFileSync } = require('child_process');

const RATE = 48000, SECONDS = 0.5, MOST = 1e-6;

const load = (web) => {
    const source = fs.readFileSync(path.join(__dirname, '../../externals/hosts/web/hertz-worklet.js'), 'utf8');
    vm.runInThisContext(source + '\nglobalThis.HertzBox = HertzBox;');
    return new WebAssembly.Module(fs.readFileSync(path.join(web, 'hertz.wasm')));
};

/* A scene of each class; one that is not named here plays what a bang plays. */
const own = {
    'impact~': { box: 'impact~ cup -human 1', send: ['seed 7', '60 100'] },
    'trombamarina~': { box: 'trombamarina~ buzz', send: ['seed 7', 'bang'] },
};
const classes = fs.readdirSync(path.join(__dirname, '../../externals')).filter((name) => /~\.c$/.test(name))
    .map((name) => name.replace('.c', ''));
const scenes = classes.map((name) => own[name] || { box: name, send: ['seed 7', 'bang'] });

/* By the text of a patch, which writes the sum of the pickups as a row of floats. */
const inPd = (library, { box, send, pickups, seconds = SECONDS }) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hertz-same-')), n = RATE * seconds;
    const lines = ['#N canvas 0 0 400 300 12;', '#X obj 9 9 loadbang;', '#X obj 9 30 t b b b;',
        '#X msg 200 60 \\; pd dsp 1;', `#X msg 9 90 ${send.join(' \\, ')};`, `#X obj 9 120 hertz/${box};`,
        '#X obj 9 150 tabwrite~ row;', `#X obj 200 150 array define row ${n};`,
        `#X obj 9 60 delay ${seconds * 1000 + 10};`, `#X msg 9 200 write -bytes 4 -wave ${folder}/row.wav row;`,
        '#X obj 9 220 soundfiler;', '#X obj 90 200 t b b;', '#X msg 90 240 \\; pd quit;'];
    const wires = ['0 0 1', '1 2 2', '1 1 5', '1 0 3', '1 0 7', '3 0 4', '7 0 10', '10 1 8', '8 0 9', '10 0 11'];
    for (let i = 0; i < pickups; i++) wires.push(`4 ${i} 5`);
    lines.push(...wires.map((wire) => `#X connect ${wire} 0;`));
    fs.writeFileSync(path.join(folder, 'x.pd'), lines.join('\n') + '\n');
    execFileSync('pd', ['-nrt', '-noprefs', '-batch', '-nogui', '-nosound', '-r', String(RATE), '-path', library,
        '-open', path.join(folder, 'x.pd')], { timeout: 60000, stdio: 'pipe' });
    const wav = fs.readFileSync(path.join(folder, 'row.wav'));
    const at = wav.indexOf('data') + 8;
    fs.rmSync(folder, { recursive: true });
    return new Float32Array(wav.buffer.slice(wav.byteOffset + at, wav.byteOffset + at + 4 * n));
};

/* The same in node; `until` is the sample of the fourth report. */
const here = (module, { box, send }) => {
    const row = new Float32Array(RATE * SECONDS);
    let reports = 0, until = row.length, at = 0;
    const b = new HertzBox(module, RATE, (kind, text) => {
        if (kind === 'error') throw new Error(`${box}: ${text}`);
        if (/^(contact|stick|slip)\b/.test(text) && ++reports === 4) until = Math.min(until, at);
    });
    if (!b.make(box)) throw new Error(box);
    for (const text of send) b.send(text);
    for (; at < row.length; at += b.block) {
        b.run();
        for (let k = 0; k < b.pickups; k++)
            b.outlet(k).subarray(0, row.length - at).forEach((x, i) => (row[at + i] += x));
    }
    return { row, until, pickups: b.pickups };
};

/* The largest difference of two rows before `until`, as a part of the peak of the first. */
const difference = (a, b, until) => {
    let most = 0, peak = 0;
    for (let i = 0; i < until; i++) {
        most = Math.max(most, Math.abs(a[i] - b[i]));
        peak = Math.max(peak, Math.abs(a[i]));
    }
    return peak > 0 ? most / peak : Infinity;
};

module.exports = { classes, RATE, SECONDS, MOST, load, scenes, inPd, here, difference };

if (require.main === module) {
    const [, , library, web] = process.argv, wasm = load(web);
    for (const scene of scenes) {
        const { row, until, pickups } = here(wasm, scene);
        const off = difference(inPd(library, { ...scene, pickups }), row, until);
        console.log(`${off <= MOST ? 'ok' : 'not ok'} - ${scene.box}: ${off.toExponential(1)}, ${until} samples`);
    }
}
