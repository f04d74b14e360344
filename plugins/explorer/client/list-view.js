import { fill, h } from './dom.js';

/**
 * @typedef {object} Entry
 * @property {string} href
 * @property {string} group
 * @property {string} text
 * @property {string[]} [tags]
 * @property {string} [words] More that it is found by.
 */

/** A list of links in groups, with a search; arrow keys move in it, and `/` leads to the search. */
export class ListView {
  element = h('nav', { class: 'list' });
  #search = h('input', {
    type: 'search',
    id: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-keyshortcuts': '/',
  });
  #label = h('label', { for: 'search' });
  #count = h('p', { class: 'count', role: 'status' });
  #groups = h('div', { class: 'groups' });
  /** @type {Entry[]} */
  #entries = [];
  #selected = '';

  constructor() {
    this.element.append(h('div', { class: 'search' }, this.#label, this.#search, this.#count), this.#groups);
    this.#search.addEventListener('input', () => this.#render());
    this.element.addEventListener('keydown', (event) => this.#move(event));
    document.addEventListener('keydown', (event) => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.element.dispatchEvent(new Event('reveal'));
      this.#search.focus();
      this.#search.select();
    });
  }

  /** @param {string} name What is listed. @param {Entry[]} entries @param {string} selected The address of one of them. */
  show(name, entries, selected) {
    const label = `Search ${name.toLowerCase()}`;
    if (this.#label.textContent !== label) this.#search.value = '';
    this.#label.textContent = label;
    this.element.setAttribute('aria-label', name);
    this.#entries = entries;
    this.#selected = selected;
    this.#render();
  }

  #render() {
    const focused =
      document.activeElement instanceof HTMLAnchorElement ? document.activeElement.getAttribute('href') : null;
    const wasInside = this.#groups.contains(document.activeElement);
    const words = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.#entries.filter(({ text, tags = [], words: more = '', group }) => {
      const all = `${text} ${tags.join(' ')} ${group} ${more}`.toLowerCase();
      return words.every((word) => all.includes(word));
    });
    const groups = [...new Set(found.map(({ group }) => group))];
    this.#count.textContent =
      words.length === 0 ? `${found.length} in all` : `${found.length} of ${this.#entries.length}`;
    fill(
      this.#groups,
      groups.map((group) =>
        h(
          'section',
          {},
          group !== '' && h('h2', {}, group),
          h(
            'ul',
            {},
            found.filter((entry) => entry.group === group).map((entry) => this.#item(entry)),
          ),
        ),
      ),
    );
    const links = this.#links();
    // One stop of the tab key for all of the list.
    const stop = links.find((link) => link.hasAttribute('aria-current')) ?? links[0];
    for (const link of links) link.tabIndex = link === stop ? 0 : -1;
    if (wasInside) links.find((link) => link.getAttribute('href') === focused)?.focus({ preventScroll: true });
    links.find((link) => link.hasAttribute('aria-current'))?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {Entry} entry */
  #item({ href, text, tags = [] }) {
    const link = h('a', { href, 'aria-current': href === this.#selected ? 'page' : undefined });
    link.append(h('span', { class: 'name' }, text), ...tags.flatMap((tag) => [' ', h('span', { class: 'tag' }, tag)]));
    return h('li', {}, link);
  }

  /** @returns {HTMLAnchorElement[]} */
  #links() {
    return [...this.#groups.querySelectorAll('a')];
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    if (event.key === 'Escape' && event.target === this.#search) {
      this.#search.value = '';
      this.#render();
    }
    const links = this.#links();
    const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
    /** @type {Record<string, number>} */
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 };
    if (at >= 0) Object.assign(to, { Home: 0, End: links.length - 1 });
    const next = to[event.key];
    if (next === undefined) {
      // Enter in the search opens the first that was found.
      if (event.key === 'Enter' && event.target === this.#search) links[0]?.click();
      return;
    }
    event.preventDefault();
    if (next < 0) this.#search.focus();
    else links[Math.min(next, links.length - 1)]?.focus();
  }
}
