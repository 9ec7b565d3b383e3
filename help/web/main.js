/* main: which page is shown, by the part of the address behind #; sound begins with the first click. */

const main = document.querySelector('main'), notice = document.querySelector('#notice');
let page = null;

function fail(error) {
    notice.textContent = error.message || String(error);
    notice.hidden = false;
}

/* Runs what makes sound. The first time, the context is made, since this is a click. */
function start(f) {
    if (sound.context) {
        f();
        return;
    }
    f(); // The box keeps it, and plays it when it sounds.
    sound.start().then(() => (notice.hidden = true), fail);
}

function show() {
    const name = decodeURIComponent(location.hash.slice(1)) || 'play';
    if (name === 'exercise') return;
    const lesson = lessonNames.includes(name);
    page?.close();
    page = window.hertzPage = lesson ? new Lesson(name) : new Player();
    main.replaceChildren(page.page());
    if (lesson) main.append(nextLesson(name));
    document.title = lesson ? `${lessonTitle(name)} - hertz` : 'hertz';
    for (const a of document.querySelectorAll('nav a'))
        if (a.hash === '#' + (lesson ? name : 'play')) a.setAttribute('aria-current', 'page');
        else a.removeAttribute('aria-current');
    scrollTo(0, 0);
}

function nextLesson(name) {
    const next = lessonNames[lessonNames.indexOf(name) + 1];
    return el('p', { className: 'next' }, next ? el('a', { href: '#' + next }, `next: ${lessonTitle(next)}`) :
        el('a', { href: '#play' }, 'play'));
}

function theme() {
    const dark = getComputedStyle(document.documentElement).colorScheme === 'dark';
    document.documentElement.dataset.theme = dark ? 'light' : 'dark';
    main.querySelectorAll('canvas').forEach((c) => c.dispatchEvent(new Event('theme')));
    show();
}

async function begin() {
    const links = [el('a', { href: '#play' }, 'Play'), ...lessonNames.map((n) =>
        el('a', { href: '#' + n, title: lessonTitle(n) }, String(parseInt(n))))];
    document.querySelector('nav').append(el('span', {}, links[0]), el('span', {}, 'lessons ', links.slice(1).map((l) =>
        [l, ' '])), el('button', { onclick: theme }, 'dark or light'));
    document.querySelector('#version').textContent = hertzVersion;
    try {
        await sound.load();
        addEventListener('hashchange', show);
        show();
    } catch (error) {
        fail(error);
    }
}

begin();
