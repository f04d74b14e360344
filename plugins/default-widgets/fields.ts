import { toText } from '../../core/schema/index.ts';
import { cleanUrl, html, Markup, sanitizeTextField } from '../../core/text/index.ts';
import type { WidgetFields, WidgetInstance } from '../widgets/index.ts';

/** A field of the form of a widget, and of what the widget is set to. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /** What is stored of what was sent; what was not sent is undefined. */
  clean(value: unknown): unknown;
  /** The element of the form, of what is stored; `attributes` are its id and its name. */
  input(value: unknown, attributes: Markup): Markup;
}

const textOf = (value: unknown): string => (typeof value === 'object' ? '' : toText(value ?? ''));

const textInput = (type: string) => (value: unknown, attributes: Markup) =>
  html`<input class="widefat"${attributes} type="${type}" value="${textOf(value)}">`;

/** A line of text. */
export const line = (name: string, label: string): Field => ({
  name,
  label,
  clean: (value) => sanitizeTextField(textOf(value)),
  input: textInput('text'),
});

/** An address. */
export const address = (name: string, label: string): Field => ({
  name,
  label,
  clean: (value) => cleanUrl(textOf(value)),
  input: textInput('url'),
});

/** Whether what was sent means yes: a form sends `on` or `1`, and nothing for no. */
export const isOn = (value: unknown): boolean => value === true || ['1', 'on', 'true'].includes(textOf(value));

/** Yes or no. */
export const checkbox = (name: string, label: string): Field => ({
  name,
  label,
  clean: isOn,
  input: (value, attributes) =>
    html`<input class="checkbox"${attributes} type="checkbox"${isOn(value) && new Markup(' checked')}>`,
});

/** A whole number in bounds, which stands for what is none. */
export const number = (name: string, label: string, standard: number, least: number, most: number): Field => ({
  name,
  label,
  clean(value) {
    const given = Math.trunc(Number(textOf(value) || Number.NaN));
    return Number.isFinite(given) ? Math.min(Math.max(given, least), most) : standard;
  },
  input: (value, attributes) =>
    html`<input class="tiny-text"${attributes} type="number" step="1" min="${least}" max="${most}" value="${textOf(value ?? standard)}">`,
});

/** One of several words, the first of which stands for any other. */
export const choice = (name: string, label: string, words: readonly [string, ...string[]]): Field => ({
  name,
  label,
  clean: (value) => (words.includes(textOf(value)) ? textOf(value) : words[0]),
  input: (value, attributes) =>
    html`<select class="widefat"${attributes}>${words.map(
      (word) => html`<option value="${word}"${word === value && new Markup(' selected')}>${word}</option>`,
    )}</select>`,
});

/** Numbers of files, in their order. */
export const ids = (name: string, label: string): Field => ({
  name,
  label,
  clean: (value) => numbersOf(value),
  input: (value, attributes) => textInput('text')(numbersOf(value).join(','), attributes),
});

const numbersOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : textOf(value).split(','))
    .slice(0, 100)
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);

/** A form of fields. */
export const formOf = (fields: readonly Field[], instance: WidgetInstance, names: WidgetFields): string =>
  fields
    .map(({ name, label, input }) => {
      const id = names.id(name);
      const attributes = html` id="${id}" name="${names.name(name)}"`;
      return html`<p><label for="${id}">${label}</label> ${input(instance[name], attributes)}</p>`.text;
    })
    .join('\n');

/** What is stored of what was sent: the fields of the form, and no others. */
export const cleanFields = (fields: readonly Field[], given: WidgetInstance): WidgetInstance =>
  Object.fromEntries(
    fields.map(({ name, clean }) => [name, clean(Object.hasOwn(given, name) ? given[name] : undefined)]),
  );
