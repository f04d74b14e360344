import { LRUCache } from 'lru-cache';
import { type MaybePromise, whenReady } from '../../core/index.ts';

/** How many characters of texts, stored and rendered ones together, are kept of a kind whose texts may be long. */
const MOST_CHARACTERS = 16_000_000;

/** Beside its texts, what one costs, in characters: short ones would else be kept by the hundred thousand. */
const ENTRY = 200;

/**
 * Rendered texts by what they were rendered from: a text that is shown again costs a look-up. What a text is rendered
 * from is the key as a whole, so that nothing here can be out of date; whoever keeps a text has made sure that the
 * rendering depends on nothing else.
 */
export class KeptTexts {
  readonly #rendered: LRUCache<string, string>;
  #era = 0;

  constructor(mostCharacters = MOST_CHARACTERS) {
    this.#rendered = new LRUCache({
      maxSize: mostCharacters,
      sizeCalculation: (rendered, source) => rendered.length + source.length + ENTRY,
    });
  }

  /** The rendered form of a text; `mayKeep` says, once it is rendered, whether it would be the same again. */
  of(source: string, render: () => MaybePromise<string>, mayKeep: () => boolean = () => true): MaybePromise<string> {
    const known = this.#rendered.get(source);
    if (known !== undefined) return known;
    const era = this.#era;
    const keep = (rendered: string) => {
      if (era === this.#era && mayKeep()) this.#rendered.set(source, rendered);
      return rendered;
    };
    return whenReady(render(), keep);
  }

  /** Whether the rendered form of a text is kept. */
  has(source: string): boolean {
    return this.#rendered.has(source);
  }

  /** Forgets all texts, as when there is a new kind of block or shortcode. */
  clear(): void {
    this.#era++;
    this.#rendered.clear();
  }
}
