import type { RestRequest } from '../../core/index.ts';
import { parseList } from '../../core/schema/index.ts';
import { trimAscii } from '../../core/text/index.ts';
import { FieldFilter } from './field-filter.ts';

/** How many different texts are remembered, and how long one may be: clients repeat a handful of short ones. */
const MOST_TEXTS = 500;
const LONGEST_TEXT = 2000;

/** Reads `_fields` of requests, each spelling of it once. */
export class RequestedFields {
  readonly #byText = new Map<string, FieldFilter | null>();
  readonly #byList = new WeakMap<object, FieldFilter | null>();

  /** The filter that a request asks for; null when `_fields` is absent or names nothing. */
  of(request: RestRequest): FieldFilter | null {
    const given = request.getParam('_fields');
    if (given === null) return null;
    if (typeof given === 'object') return this.#ofList(given);
    return this.#ofText(String(given));
  }

  #ofText(text: string): FieldFilter | null {
    let filter = this.#byText.get(text);
    if (filter === undefined) {
      filter = toFilter(parseList(text));
      if (this.#byText.size >= MOST_TEXTS) this.#byText.clear();
      if (text.length <= LONGEST_TEXT) this.#byText.set(text, filter);
    }
    return filter;
  }

  #ofList(list: object): FieldFilter | null {
    let filter = this.#byList.get(list);
    if (filter === undefined) {
      filter = toFilter(Object.values(list).filter((name) => typeof name !== 'object'));
      this.#byList.set(list, filter);
    }
    return filter;
  }
}

/** The filter of a list of names, in which an empty name stands for no field: `_fields[]=` leaves nothing. */
const toFilter = (given: readonly unknown[]): FieldFilter | null =>
  given.length === 0 ? null : new FieldFilter(given.map((name) => trimAscii(String(name))));
