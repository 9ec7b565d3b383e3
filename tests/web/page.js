/* page: build/web/hertz.html in headless Chromium, opened as a file: it sounds as Pd does, every page can be clicked
 * through, and nothing is missed. node tests/web/page.js <folder of the library>; page.sh fetches what it needs. With a
 * second argument it takes a picture instead; HZ_ONLY is a part of the names of the tests to run. */
const path = require('path'), fs = require('fs'), http = require('http');
const { chromium } = require(path.join(process.cwd(), 'build/web-tools/node_modules/playwright-core'));
const same = require('./same.js');

const library = process.argv[2] || 'build', file = path.resolve('build/web/hertz.html');
let n = 0, browser;

async function test(name, f) {
    if (!name.includes(process.env.HZ_ONLY || '')) return;
    let bad = '';
    try {
        await f((what, good) => (bad += good ? '' : `# ${what}\n`));
    } catch (error) {
        bad = `# ${String(error.stack).split('\n').slice(0, 6).join('\n# ')}\n`;
    }
    process.stdout.write(`${bad}${bad ? 'not ok' : 'ok'} ${++n} - ${name}\n`);
    if (bad) process.exitCode = 1;
}

/* A page that has said nothing wrong, when it is left. */
async function onPage(hash, f, { init, scheme = 'light', from = `file://${file}` } = {}) {
    const page = await browser.newPage({ viewport: { width: 1300, height: 900 }, colorScheme: scheme }), said = [];
    page.on('console', (m) => /error|warning/.test(m.type()) && said.push(m.text()));
    page.on('pageerror', (error) => said.push(String(error.stack)));
    if (init) await page.addInitScript(init);
    await page.goto(from + hash);
    await page.waitForFunction(() => document.querySelector('main h1') || !document.querySelector('#notice').hidden);
    await f(page);
    await page.close();
    if (said.length) throw new Error(`the console says: ${said.join('; ')}`);
}
const settle = (page, ms = 300) => page.waitForTimeout(ms);
const text = (page, selector) => page.textContent(selector);

/* ---- the same sound ---- */

/* In the page: a box in an OfflineAudioContext. */
const renderHere = async ({ box, send, rate, seconds }) => {
    const context = new OfflineAudioContext(1, rate * seconds, rate);
    await sound.addWorklet(context);
    const node = new AudioWorkletNode(context, 'hertz', { numberOfInputs: 0, outputChannelCount: [1],
        processorOptions: { wasm: sound.bytes, box, send } });
    node.connect(context.destination);
    const began = performance.now(), row = (await context.startRendering()).getChannelData(0);
    return { row: Array.from(row), ms: performance.now() - began };
};

async function sameSound(wasm) {
    for (const scene of same.scenes)
        await test(`${scene.box} sounds in Chromium as in Pd, to 1e-6 up to its fourth contact`, async (check) => {
            const { until, pickups } = same.here(wasm, scene), pd = same.inPd(library, { ...scene, pickups });
            await onPage('', async (page) => {
                const { row } = await page.evaluate(renderHere, { ...scene, rate: same.RATE, seconds: same.SECONDS });
                const off = same.difference(pd, row, until);
                console.log(`# off by ${off.toExponential(1)} of the peak in ${until} samples`);
                check(`off by ${off}`, off <= same.MOST);
            });
        });
}

/* Figures, no assertions: ten seconds of 16 voices that are struck at once. */
async function cost(wasm) {
    const seconds = 10, rate = 48000;
    const lasts = (scene) => {
        const began = process.hrtime.bigint();
        same.inPd(library, { pickups: 1, seconds, ...scene });
        return Number(process.hrtime.bigint() - began) / 1e6;
    };
    for (const name of same.classes) {
        const box = `${name} -voices 16`, send = Array.from({ length: 16 }, (_, i) => `${48 + 2 * i} 100`);
        const pd = lasts({ box, send }) - lasts({ box: 'hold~', send: ['reset'] });
        await onPage('', async (page) => {
            const { ms } = await page.evaluate(renderHere, { box, send, rate, seconds });
            console.log(`# ${box}: ${(ms / 10 / seconds).toFixed(1)} % of real time in Chromium, `
                + `${(pd / 10 / seconds).toFixed(1)} % in Pd`);
        });
    }
}

/* ---- pages ---- */

async function presets(wasm) {
    await test('every preset of every class sounds, without an error', (check) => {
        for (const name of same.classes) {
            let names = [], said = '';
            const box = new HertzBox(wasm, same.RATE, (kind, line) => {
                if (kind === 'error') said = line;
                else if (/^presets /.test(line)) names = line.split(' ').slice(1);
            });
            box.make(name);
            box.send('presets');
            for (const preset of names) {
                let peak = 0;
                said = '';
                box.send(`reset, preset ${preset}, bang`);
                for (let i = 0; i < 1500 && peak < 1e-3; i++) {
                    box.run();
                    for (let k = 0; k < box.pickups; k++)
                        peak = box.outlet(k).reduce((a, x) => Math.max(a, Math.abs(x)), peak);
                }
                check(`${name} ${preset}: ${said || 'silent'}`, peak >= 1e-3 && !said);
            }
        }
    });
}

async function playPage() {
    let first = Infinity; // ms, the best of three: other programs run beside
    const listen = async () => {
        await onPage('#play', async (page) => {
            if (await page.evaluate(() => sound.context)) throw new Error('there is a context before the click');
            await page.evaluate(() => {
                const trace = Player.prototype.trace;
                Player.prototype.trace = function (rows, frame) {
                    if (rows[0].some((x) => x !== 0)) window.heard ||= performance.now();
                    trace.call(this, rows, frame);
                };
                addEventListener('click', () => (window.clicked ||= performance.now()), true);
            });
            await page.click('text=strike');
            await page.waitForFunction(() => window.heard, null, { timeout: 10000 });
            first = Math.min(first, await page.evaluate(() => window.heard - window.clicked));
        });
    };
    await test('before a click there is no context; within a second of it there is sound', async (check) => {
        for (let i = 0; i < 3; i++) await listen();
        console.log(`# first sound ${Math.round(first)} ms after the click`);
        check(`${first} ms`, first < 1000);
    });
    await test('messages are those of Pd, and so are its errors', (check) => onPage('#play', async (page) => {
        for (const message of ['preset bell', '60 100', 'stiffness 1e8', 'dump']) {
            await page.fill('.message', message);
            await page.click('text=send');
            await settle(page);
            check(`${message}: ${await text(page, '.error')}`, await text(page, '.error') === '');
        }
        check('dump', /stiffness 100000000/.test(await text(page, '.log')));
        await page.fill('.message', 'save mine.txt, record 0.01 blow.csv, bang');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.querySelectorAll('a[download]').length === 2);
        await page.fill('.message', 'stiffness -1');
        await page.keyboard.press('Enter');
        await settle(page);
        check(await text(page, '.error'), /^impact~: stiffness: got -1, allowed /.test(await text(page, '.error')));
    }));
    await test('each class: preset, pad, keys, slider, silence', (check) => onPage('#play', async (page) => {
        for (const name of await page.$$eval('#class option', (all) => all.map((o) => o.value))) {
            await page.selectOption('#class', name);
            await page.selectOption('#preset', { index: 1 });
            await settle(page);
            await page.click('.pad', { position: { x: 60, y: 60 } });
            await page.click('[data-pitch="60"]', { position: { x: 5, y: 150 } });
            await page.$eval('.slider input[type=range]', (e) => {
                e.value = +e.value + 100;
                e.dispatchEvent(new Event('input'));
            });
            await settle(page, 900);
            check(`${name}: ${await text(page, '.error')}`, await text(page, '.error') === '');
            check(`${name} has no graph`, await page.evaluate(() => window.hertzPage.plots.sound.lines[0]?.y
                .some((x) => Math.abs(x) > 1e-3)));
            await page.click('text=silence');
        }
    }, { scheme: 'dark' }));
}

async function keyboardAlone() {
    await test('a keyboard alone plays keys, pad and message', (check) => onPage('#play', async (page) => {
        const contacts = () => page.$$eval('.contacts tbody tr', (rows) => rows.length);
        await page.keyboard.press('a');
        await settle(page, 600);
        check('key a', await contacts() > 0);
        const reach = async (selector) => {
            for (let i = 0; i < 60; i++) {
                await page.keyboard.press('Tab');
                if (await page.evaluate((s) => document.activeElement.matches(s), selector)) return true;
            }
            return false;
        };
        check('the pad is not reached', await reach('.pad'));
        const before = await page.$eval('.dot', (e) => e.style.left);
        await page.keyboard.press('ArrowRight');
        check('arrows', before !== await page.$eval('.dot', (e) => e.style.left));
        await page.keyboard.press(' ');
        check('the message is not reached', await reach('.message'));
        await page.keyboard.type('position 2');
        await page.keyboard.press('Enter');
        await settle(page);
        check('error', /got 2/.test(await text(page, '.error')));
    }));
}

async function noneMissed() {
    await test('no block is missed with 8 voices while a slider moves', (check) => onPage('#play', async (page) => {
        await page.selectOption('#preset', 'vibraphone');
        await settle(page, 2500);
        const missed = () => page.evaluate(() => window.hertzPage.missed), before = await missed();
        for (let i = 0; i < 50; i++) {
            await page.evaluate((k) => {
                window.hertzPage.send(`${48 + k % 8} 100`);
                const range = document.querySelector('.slider input[type=range]');
                range.value = 300 + 8 * k;
                range.dispatchEvent(new Event('input'));
            }, i);
            await settle(page, 80);
        }
        await settle(page, 1200);
        const after = await missed(), load = await page.evaluate(() => window.hertzPage.loaded);
        console.log(`# ${after - before} blocks missed in 5 s, ${before} before; load ${Math.round(100 * load)} %`);
        check(`${after - before} missed`, after === before);
    }));
}

async function lesson(name, [title, solution]) {
    await test(`lesson ${name}: every button draws, sliders move, the exercise is checked`, (check) =>
        onPage('#' + name, async (page) => {
            check('title', (await text(page, 'h1')) === title);
            const graphs = async (what) => {
                await settle(page, 700);
                const error = await text(page, '.error');
                check(`${what}: ${error}`, !/: (got|there is no) /.test(error));
            };
            await page.click('.round');
            await page.waitForFunction(() => window.hertzPage.take?.full);
            await settle(page);
            const empty = await page.evaluate(() => window.hertzPage.graphs.filter((g) => g.plot.empty).map((g) =>
                g.plot.title));
            check(`nothing is drawn: ${empty}`, empty.length === 0);
            for (const button of await page.$$('.messages button')) {
                await button.click();
                await graphs(await button.textContent());
            }
            for (const range of await page.$$('.slider input[type=range]')) {
                await range.focus();
                await page.keyboard.press('ArrowRight');
            }
            await graphs('sliders');
            const contacts = await page.$$eval('.contacts tbody tr', (rows) => rows.length);
            check('no contact is reported', contacts > 0);
            await page.click('.exercise button');
            check(`unsolved: ${await text(page, '.verdict')}`, /^not yet/.test(await text(page, '.verdict')));
            await page.fill('#hole', solution);
            await page.click('.exercise button');
            check(`solved: ${await text(page, '.verdict')}`, /^right/.test(await text(page, '.verdict')));
            await page.fill('#hole', solution.includes('$') ? '0.001234' : 'switching maybe');
            await page.click('.exercise button');
            check(`a number: ${await text(page, '.verdict')}`, !/^right/.test(await text(page, '.verdict')));
        }));
}

/* The folder from a server, and the example in the head of hertz-worklet.js, by which others play a box. */
async function served() {
    const types = { html: 'text/html', js: 'text/javascript', css: 'text/css', wasm: 'application/wasm' };
    const head = fs.readFileSync('externals/hosts/web/hertz-worklet.js', 'utf8').split('*/')[0];
    const example = head.match(/^ \* {5}.*$/gm).map((line) => line.slice(7)).join('\n');
    const server = http.createServer(({ url }, answer) => {
        const name = url.split(/[?#]/)[0].slice(1), at = path.join('build/web', name);
        answer.setHeader('Content-Type', types[name.split('.').pop()] || 'text/html');
        if (name === 'example')
            answer.end(`<main><h1>x</h1></main><p id=notice hidden></p><button onclick="f()">go</button><script>
                async function f() { ${example} }</script>`);
        else answer.end(fs.existsSync(at) ? fs.readFileSync(at) : '');
    }).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const from = `http://127.0.0.1:${server.address().port}/`;
    await test('the folder plays from a server', (check) => onPage('#1-contact', async (page) => {
        await page.click('.round');
        await settle(page, 1500);
        check('no contact', (await page.$$('.contacts tbody tr')).length > 0);
    }, { from: from + 'index.html' }));
    await test('the example of hertz-worklet.js plays', (check) => onPage('', async (page) => {
        const said = [];
        page.on('console', (m) => said.push(m.text()));
        await page.click('text=go');
        await settle(page, 1500);
        check(said.join('; '), said.some((line) => /^info contact /.test(line)));
    }, { from: from + 'example' }));
    server.close();
}

async function words() {
    const cases = [
        ['no SIMD', 'WebAssembly.validate = () => false', /SIMD/],
        ['no AudioWorklet', 'delete window.AudioWorkletNode', /AudioWorklet/],
        ['plain http', 'Object.defineProperty(window, "isSecureContext", { value: false })', /https/],
    ];
    for (const [name, init, expected] of cases)
        await test(`${name} is said in words`, (check) => onPage('#play', async (page) => {
            if (await page.isHidden('#notice')) await page.click('text=strike');
            await settle(page);
            check(await text(page, '#notice'), expected.test(await text(page, '#notice')));
        }, { init }));
}

/* The picture of the README: a bell, just struck. */
async function picture(to) {
    await onPage('#play', async (page) => {
        await page.setViewportSize({ width: 1180, height: 1130 });
        await page.selectOption('#preset', 'bell');
        await settle(page, 2000);
        await page.screenshot({ path: to });
    });
}

async function all() {
    const wasm = same.load('build/web');
    browser = await chromium.launch({ executablePath: process.env.HZ_CHROMIUM || '/usr/bin/chromium',
        args: ['--no-sandbox'] });
    if (process.argv[3]) return picture(process.argv[3]).then(() => browser.close());
    await test('the page weighs under 2 MB', (check) => {
        console.log(`# ${fs.statSync(file).size} bytes`);
        check('too heavy', fs.statSync(file).size < 2e6);
    });
    await sameSound(wasm);
    await presets(wasm);
    await playPage();
    await keyboardAlone();
    await noneMissed();
    let lessons;
    await onPage('', async (page) => {
        lessons = await page.evaluate(() => lessonNames.map((name) => {
            const { kind, words } = hole(parsePatch(course[`${name}-solution.pd`]));
            return [name, [lessonTitle(name), words.slice(kind === 'msg' ? 0 : 1).join(' ')]];
        }));
    });
    for (const [name, about] of lessons) await lesson(name, about);
    await served();
    await words();
    if (!process.env.HZ_ONLY) await cost(wasm);
    await browser.close();
    console.log(`1..${n}`);
}

all();
