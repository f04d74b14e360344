import { escapeHtml } from './escape.ts';

/** A piece of HTML that is safe to stand in a page as it is. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[] | undefined | false;

/** Writes HTML: values are escaped, other markup is not, undefined and false are left out. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(strings.reduce((text, part, index) => text + written(values[index - 1]) + part));
}

function written(value: Value): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map((piece) => piece.text).join('');
  return escapeHtml(String(value));
}
