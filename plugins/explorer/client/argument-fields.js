import { choicesOf, hasParts, readValue, typeWords } from './arguments.js';
import { h } from './dom.js';

/** @typedef {import('./paths.js').Argument} Argument */
/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

/** A field for an argument: what may be given, and what is given. */
export class ArgumentField {
  /** @param {string} name @param {Argument} argument @param {string} given */
  constructor(name, argument, given) {
    this.name = name;
    this.argument = argument;
    this.control = controlOf(name, argument, given);
    this.element = h(
      'div',
      { class: hasParts(argument) ? 'field wide' : 'field' },
      h(
        'label',
        { for: this.control.id },
        h('code', {}, name),
        ' ',
        h('span', { class: 'quiet' }, typeWords(argument)),
        argument.required === true && h('strong', {}, ' required'),
      ),
      this.control,
      this.#notes(),
    );
    this.control.addEventListener('input', () => this.control.setCustomValidity(''));
  }

  get text() {
    return this.control.value;
  }

  /** The value that is given; undefined for none. Throws, and marks the field, for broken JSON. */
  get value() {
    try {
      return this.text === '' ? undefined : readValue(this.argument, this.text);
    } catch (error) {
      this.control.setCustomValidity('This is no JSON.');
      throw error;
    }
  }

  #notes() {
    const { description, default: preset } = this.argument;
    if (description === undefined && preset === undefined) return undefined;
    const notes = h('p', { class: 'quiet', id: `${this.control.id}-notes` }, description ?? '');
    if (preset !== undefined) notes.append(' Default: ', h('code', {}, JSON.stringify(preset)), '.');
    this.control.setAttribute('aria-describedby', notes.id);
    return notes;
  }
}

/** @param {string} name @param {Argument} argument @param {string} given @returns {Control} */
function controlOf(name, argument, given) {
  const common = { id: `argument-${name}`, required: argument.required === true };
  const choices = choicesOf(argument);
  if (choices !== undefined && (given === '' || choices.includes(given))) {
    return h(
      'select',
      common,
      ['', ...choices].map((choice) => h('option', { value: choice, selected: choice === given }, choice)),
    );
  }
  if (hasParts(argument)) {
    const area = h('textarea', { ...common, rows: 2, spellcheck: 'false', placeholder: 'Text or JSON' });
    area.value = given;
    return area;
  }
  return h('input', {
    ...common,
    type: 'text',
    value: given,
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
  });
}
