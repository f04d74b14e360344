import { isSerialized, maybeSerialize, maybeUnserialize, PhpValue } from '../database/index.ts';

/** What XML 1.0 has no way to write: control characters, two that are no characters, and halves of pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const UNWRITABLE = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

/** Writes values as XML, and counts the characters that had to be left out of them. */
export class XmlText {
  /** How many characters were left out because XML cannot hold them. */
  dropped = 0;

  /** An element that holds a text as it is; line breaks of every kind come back as they were. */
  element(name: string, text: string): string {
    return `<${name}>${this.cdata(text)}</${name}>`;
  }

  /** A text as it stands in an element. */
  cdata(text: string): string {
    const inner = this.#writable(text).replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[');
    return `<![CDATA[${inner}]]>`;
  }

  /** A text as it stands in an attribute's quotes, or bare in an element. */
  escaped(text: string): string {
    return this.#writable(text).replace(/[&<>"\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  }

  /** A stored value of metadata; a serialized one stays whole when characters are left out of it. */
  stored(value: string): string {
    if (value.search(UNWRITABLE) < 0 || !isSerialized(value)) return this.cdata(value);
    const plain = maybeUnserialize(value);
    if (plain === value || plain instanceof PhpValue) return this.cdata(value);
    return this.cdata(maybeSerialize(this.#cleaned(plain)));
  }

  #writable(text: string): string {
    return text.replace(UNWRITABLE, () => {
      this.dropped++;
      return '';
    });
  }

  #cleaned(value: unknown): unknown {
    if (typeof value === 'string') return this.#writable(value);
    if (typeof value !== 'object' || value === null || value instanceof PhpValue) return value;
    if (Array.isArray(value)) return value.map((each) => this.#cleaned(each));
    const entries = value instanceof Map ? [...value] : Object.entries(value);
    return new Map(
      entries.map(([key, each]) => [typeof key === 'string' ? this.#writable(key) : key, this.#cleaned(each)]),
    );
  }
}
