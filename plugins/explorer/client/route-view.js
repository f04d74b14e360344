import { addressOf } from './address.js';
import { answerView } from './answer-view.js';
import { ArgumentField } from './argument-fields.js';
import { hasBody, queryOf, writes } from './arguments.js';
import { confirmWrite } from './confirm-write.js';
import { asCurl, asFetch } from './copy.js';
import { fill, h } from './dom.js';
import { explanationView } from './explanation-view.js';
import { ask } from './interface.js';
import { namesIn, pathWith } from './paths.js';
import { whoMayView } from './who-may-view.js';

/** @typedef {import('./address.js').Place} Place */
/** @typedef {import('./interface.js').Call} Call */

/** The route that a page shows, and its site. */
/**
 * @typedef {object} Shown
 * @property {import('./paths.js').Route} route
 * @property {Record<string, string>} values Of the path.
 * @property {Place} place
 * @property {import('./site.js').Site} site
 * @property {(place: Place) => void} remember Makes a place the page's address.
 */

/** A route: what it takes, who may call it, and a form that calls it. */
export class RouteView {
  element = h('article');
  #shown;
  #method;
  #path;
  #arguments;
  #more = h('input', { type: 'text', id: 'more', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' });
  #as = h(
    'select',
    { id: 'as' },
    h('option', { value: 'you' }, 'Yourself'),
    h('option', { value: 'nobody' }, 'Nobody'),
  );
  #records = h('input', { type: 'checkbox', id: 'records', checked: true });
  #whoMay = h('div');
  #copied = h('div', { class: 'copied' });
  #answer = h('section', { class: 'answer', 'aria-labelledby': 'answer' });
  #form;

  /** @param {Shown} shown */
  constructor(shown) {
    const { route, values, place } = shown;
    this.#shown = shown;
    this.#method = place.method && route.methods.includes(place.method) ? place.method : (route.methods[0] ?? 'GET');
    const args = route.endpoints.find(({ methods }) => methods.includes(this.#method))?.args ?? {};
    const given = new URLSearchParams(place.query ?? '');
    const names = namesIn(route.template);
    this.#path = names.map((name) => {
      const { default: _, ...argument } = args[name] ?? {};
      return new ArgumentField(name, { ...argument, required: true }, values[name] ?? '');
    });
    this.#arguments = Object.entries(args)
      .filter(([name]) => !names.includes(name))
      .map(
        ([name, argument]) => new ArgumentField(name, argument, hasBody(this.#method) ? '' : (given.get(name) ?? '')),
      );
    const others = [...given].filter(([name]) => hasBody(this.#method) || !Object.hasOwn(args, name));
    this.#more.value = new URLSearchParams(others).toString();
    this.#form = h('form', { submit: (event) => this.#submit(event) }, ...this.#fields());
    this.element.append(this.#head(), this.#whoMay, this.#form, this.#copied, this.#answer);
    for (const { control } of this.#path) control.addEventListener('change', () => this.#showWhoMay());
    this.#showWhoMay();
  }

  #head() {
    const { route, site } = this.#shown;
    const owners = site.inside?.owners[route.pattern] ?? [];
    return h(
      'header',
      {},
      h('p', { class: 'back' }, h('a', { href: addressOf({ view: 'routes' }) }, 'All routes')),
      h('h2', { tabindex: -1 }, route.template),
      owners.length > 0 &&
        h(
          'p',
          {},
          'Answered by ',
          owners.flatMap((name, at) => [at > 0 && ', ', pluginLink(name)]),
          '.',
        ),
      h(
        'nav',
        { 'aria-label': 'Methods', class: 'methods' },
        route.methods.map((method) => {
          const place = {
            ...this.#shown.place,
            view: /** @type {const} */ ('routes'),
            method,
            path: this.#shown.place.path,
          };
          return h(
            'a',
            { href: addressOf(place), 'aria-current': method === this.#method ? 'true' : undefined },
            method,
          );
        }),
      ),
    );
  }

  #fields() {
    const own = this.#arguments;
    return [
      this.#path.length > 0 &&
        h(
          'fieldset',
          {},
          h('legend', {}, 'In the path'),
          h(
            'div',
            { class: 'fields' },
            this.#path.map(({ element }) => element),
          ),
        ),
      h(
        'fieldset',
        {},
        h(
          'legend',
          {},
          own.length === 0
            ? 'No arguments'
            : `Arguments in the ${hasBody(this.#method) ? 'body' : 'query'} (${own.length})`,
        ),
        h(
          'div',
          { class: 'fields' },
          own.map(({ element }) => element),
        ),
      ),
      h(
        'fieldset',
        {},
        h('legend', {}, 'Request'),
        h(
          'div',
          { class: 'fields' },
          h(
            'div',
            { class: 'field wide' },
            h(
              'label',
              { for: 'more' },
              'More of the query ',
              h('span', { class: 'quiet' }, 'such as _fields=id,title&_embed'),
            ),
            this.#more,
          ),
          h('div', { class: 'field' }, h('label', { for: 'as' }, 'As'), this.#as),
          this.#shown.site.inside !== null &&
            h(
              'div',
              { class: 'field check' },
              this.#records,
              h('label', { for: 'records' }, 'Show what ran for it ', h('span', { class: 'quiet' }, '(takes longer)')),
            ),
        ),
      ),
      h(
        'p',
        { class: 'actions' },
        h('button', { type: 'submit', 'aria-keyshortcuts': 'Control+Enter' }, `Send ${this.#method}`),
        h(
          'button',
          {
            type: 'button',
            class: 'second',
            click: () => this.#copy('curl', (call) => asCurl(call, this.#shown.site.login)),
          },
          'Copy as curl',
        ),
        h(
          'button',
          {
            type: 'button',
            class: 'second',
            click: () => this.#copy('fetch', (call) => asFetch(call, this.#shown.site.api)),
          },
          'Copy as fetch',
        ),
      ),
    ];
  }

  /** The values of the path that are filled in. */
  get #values() {
    return Object.fromEntries(this.#path.map(({ name, text }) => [name, text]));
  }

  #showWhoMay() {
    const { route } = this.#shown;
    const path = pathWith(route.template, this.#values);
    const open = namesIn(path);
    fill(
      this.#whoMay,
      open.length === 0
        ? whoMayView(route.methods, path)
        : h('p', { class: 'quiet' }, `Fill in ${open.join(' and ')} to see who may call it.`),
    );
  }

  /** The request that the form describes, and its place; undefined, and said why, while something is amiss. */
  #call() {
    /** @type {Record<string, unknown>} */
    const values = {};
    try {
      for (const field of this.#arguments) if (field.value !== undefined) values[field.name] = field.value;
    } catch {
      // The field says it.
    }
    if (!this.#form.reportValidity()) return undefined;
    const { route, site } = this.#shown;
    const inBody = hasBody(this.#method);
    const path = pathWith(route.template, this.#values);
    const more = this.#more.value.trim().replace(/^\?/, '');
    const query = [inBody ? '' : queryOf(values), more].filter(Boolean).join('&');
    /** @type {Call} */
    const call = {
      method: this.#method,
      url: site.api.urlOf(path, query),
      body: inBody && Object.keys(values).length > 0 ? JSON.stringify(values, null, 2) : undefined,
      anonymous: this.#as.value === 'nobody',
    };
    return { call, place: { view: /** @type {const} */ ('routes'), method: this.#method, path, query } };
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    const asked = this.#call();
    if (asked === undefined) return;
    const { call, place } = asked;
    if (writes(call.method) && !(await confirmWrite(call.method, call.url, call.body))) return;
    this.#shown.remember(place);
    await this.#send(call);
  }

  /** Sends a request that changes nothing, as the form describes it. */
  async sendNow() {
    const asked = writes(this.#method) ? undefined : this.#call();
    if (asked !== undefined) await this.#send(asked.call);
  }

  /** @param {Call} call */
  async #send(call) {
    const { site } = this.#shown;
    const heading = h('h3', { id: 'answer', tabindex: -1 }, 'Answer');
    const records = site.inside !== null && this.#records.checked && !call.anonymous;
    const recordedAs = records ? randomName() : undefined;
    fill(this.#answer, heading, h('p', { role: 'status' }, 'Sending …'));
    try {
      const answer = await site.api.send({ ...call, recordedAs });
      fill(this.#answer, heading, answerView(answer, site.api));
      if (recordedAs !== undefined) await this.#explain(recordedAs);
    } catch (error) {
      fill(this.#answer, heading, h('p', { role: 'alert' }, `No answer: ${/** @type {Error} */ (error).message}`));
    }
    heading.scrollIntoView({ block: 'start' });
    heading.focus({ preventScroll: true });
  }

  /** @param {string} name */
  async #explain(name) {
    const response = await ask(`explanation.json?id=${name}`);
    this.#answer.append(
      h('h3', {}, 'What ran'),
      ...(response.ok
        ? explanationView(await response.json())
        : [h('p', {}, 'It was refused before anything ran, or by another process.')]),
    );
  }

  /** @param {string} what @param {(call: Call) => string} write */
  async #copy(what, write) {
    const asked = this.#call();
    if (asked === undefined) return;
    const text = write(asked.call);
    const area = h('textarea', {
      id: 'copied',
      readonly: true,

      spellcheck: 'false',
    });
    area.value = text;
    const said = h('span', { role: 'status' });
    fill(this.#copied, h('label', { for: 'copied' }, `As ${what} `, said), area);
    area.style.height = `${area.scrollHeight + 2}px`;
    // Over plain HTTP there is no clipboard; the text is there to be copied by hand.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    if (!isCopied) area.select();
    said.textContent = isCopied ? 'was copied.' : 'is to be copied from here.';
  }
}

/** @param {string} name */
const pluginLink = (name) => h('a', { href: addressOf({ view: 'plugins', name }) }, name);

const randomName = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
