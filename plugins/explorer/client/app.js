import { addressOf, placeOf } from './address.js';
import { fill, h } from './dom.js';
import { hookView } from './hook-view.js';
import { ListView } from './list-view.js';
import { routeFor } from './paths.js';
import { pluginView } from './plugin-view.js';
import { RouteView } from './route-view.js';
import { Site } from './site.js';

/** @typedef {import('./address.js').Place} Place */

const site = new Site();
const list = new ListView();
const main = h('main', { id: 'detail' });
const columns = h('div', { class: 'columns' }, list.element, main);
const views = h('nav', { 'aria-label': 'Views', class: 'views' });
const news = h('p', { class: 'news', role: 'status' });

/** @type {Place} */
let place = placeOf(location.search);

/** The lists of the page: what is in them, and the one that is shown. */
const LISTS = {
  routes: {
    name: 'Routes',
    entries: () =>
      site.routes.map(({ pattern, template, namespace, methods }) => ({
        href: addressOf({ view: 'routes', path: template }),
        group: namespace || 'index',
        text: template,
        tags: methods,
        words: site.inside?.owners[pattern]?.join(' '),
      })),
  },
  hooks: {
    name: 'Hooks',
    entries: () =>
      (site.inside?.hooks ?? []).map(({ name, owner, meaning, taps }) => ({
        href: addressOf({ view: 'hooks', name }),
        group: owner,
        text: name,
        tags: taps.length === 0 ? [] : [taps.length === 1 ? '1 tap' : `${taps.length} taps`],
        words: `${meaning} ${taps.map(({ plugin }) => plugin).join(' ')}`,
      })),
  },
  plugins: {
    name: 'Plugins',
    entries: () =>
      (site.inside?.plugins ?? []).map(({ name, status, description, failures }) => ({
        href: addressOf({ view: 'plugins', name }),
        group: status,
        text: name,
        tags: failures.length === 0 ? [] : ['fails'],
        words: description ?? '',
      })),
  },
};

const found = () =>
  place.view === 'routes' && place.path !== undefined ? routeFor(site.routes, place.path) : undefined;

function showList() {
  const { name, entries } = LISTS[place.view];
  const route = found()?.route;
  const selected =
    route === undefined
      ? addressOf({ view: place.view, name: place.name })
      : addressOf({ view: 'routes', path: route.template });
  list.show(name, entries(), selected);
  fill(
    views,
    Object.entries(LISTS)
      .filter(([view]) => view === 'routes' || site.inside !== null)
      .map(([view, { name: title }]) => {
        const href = addressOf({ view: /** @type {Place['view']} */ (view) });
        return h('a', { href, 'aria-current': view === place.view ? 'true' : undefined }, title);
      }),
  );
}

/** @param {boolean} sends Whether the request is sent at once. */
function showDetail(sends) {
  const selected = place.path ?? place.name;
  columns.classList.toggle('open', selected !== undefined);
  document.title = selected === undefined ? 'Explorer' : `${selected} \u2013 Explorer`;
  const route = found();
  if (route !== undefined) {
    const view = new RouteView({ ...route, place, site, remember });
    fill(main, view.element);
    if (sends) view.sendNow();
    return;
  }
  const hook =
    site.inside?.hooks.find(({ name }) => place.view === 'hooks' && name === place.name) ?? hookNamed(place.name);
  const plugin = site.inside?.plugins.find(({ name }) => place.view === 'plugins' && name === place.name);
  fill(
    main,
    plugin !== undefined
      ? pluginView(plugin, site)
      : hook !== undefined
        ? hookView(hook)
        : selected === undefined
          ? welcome()
          : absent(selected),
  );
}

/** The hook that has a tap under the name that its pattern got from a value. @param {string | undefined} name */
const hookNamed = (name) =>
  place.view === 'hooks' && name !== undefined
    ? site.inside?.hooks.find(({ taps }) => taps.some(({ hook }) => hook === name))
    : undefined;

const welcome = () =>
  h(
    'article',
    {},
    h('h2', { tabindex: -1 }, 'Explorer'),
    h('p', {}, 'Choose one from the list.'),
    h(
      'dl',
      { class: 'keys' },
      h('dt', {}, h('kbd', {}, '/')),
      h('dd', {}, 'search'),
      h('dt', {}, h('kbd', {}, '↑'), ' ', h('kbd', {}, '↓')),
      h('dd', {}, 'move in the list'),
      h('dt', {}, h('kbd', {}, 'Enter')),
      h('dd', {}, 'open; in the search, the first that was found'),
      h('dt', {}, h('kbd', {}, 'Ctrl'), ' ', h('kbd', {}, 'Enter')),
      h('dd', {}, 'send the request'),
    ),
  );

/** @param {string} name */
const absent = (name) =>
  h(
    'article',
    {},
    h('p', { class: 'back' }, h('a', { href: addressOf({ view: place.view }) }, `All ${place.view}`)),
    h('h2', { tabindex: -1 }, name),
    h('p', {}, 'There is none, or you may not see it.'),
  );

/** Makes a place the page's address; what is shown stays. @param {Place} to */
function remember(to) {
  place = to;
  const address = addressOf(to);
  // A user who comes back sees the answer again, if the request changes nothing.
  if (address === location.search) history.replaceState({ sends: true }, '');
  else history.pushState({ sends: true }, '', address);
}

/** Leads to an address of the page. @param {string} address @param {boolean} sends */
function go(address, sends) {
  history.pushState({ sends }, '', address);
  arrive(sends);
}

/** @param {boolean} sends */
function arrive(sends) {
  place = placeOf(location.search);
  const wasInside = list.element.contains(document.activeElement);
  showList();
  showDetail(sends);
  const isListShown = list.element.offsetParent !== null;
  if (!sends && !(wasInside && isListShown)) main.querySelector('h2')?.focus({ preventScroll: true });
  if (!isListShown) scrollTo(0, 0);
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (link === null || !isPlain || link.target !== '' || link.hash !== '') return;
  if (link.origin !== location.origin || link.pathname !== location.pathname) return;
  event.preventDefault();
  go(link.href, link.hasAttribute('data-send'));
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) main.querySelector('form')?.requestSubmit();
});
addEventListener('popstate', (event) => arrive(event.state?.sends === true));
list.element.addEventListener('reveal', () => {
  if (list.element.offsetParent === null) go(addressOf({ view: place.view }), false);
});

/** Says which generation of the site is shown. @param {boolean} failed */
function showNews(failed) {
  const { generation, since } = site;
  if (failed) news.textContent = 'The site does not answer. Trying again …';
  else if (generation === null || since === null) news.textContent = '';
  else news.textContent = `Generation ${generation}, since ${new Date(since).toLocaleTimeString()}`;
}

document.body.replaceChildren(
  h('a', { class: 'skip', href: '#detail' }, 'Skip to the details'),
  h('header', { class: 'bar' }, h('h1', {}, 'Explorer'), views, news),
  columns,
);
try {
  await site.load();
  showNews(false);
  showList();
  showDetail(history.state?.sends === true);
  site.watch((failed) => {
    showNews(failed);
    if (failed) return;
    showList();
    // A form that the user is filling in stays as it is.
    if (place.view !== 'routes') showDetail(false);
  });
} catch (error) {
  fill(main, h('p', { role: 'alert' }, `The site does not answer: ${/** @type {Error} */ (error).message}`));
  columns.classList.add('open');
}
