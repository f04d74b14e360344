import { createHash } from 'node:crypto';
import { serviceToken } from '../../core/index.ts';

/** What a page needs for the blocks that it shows. */
export interface PageStyles {
  /** The text of a style sheet; empty for none. */
  readonly css: string;
  /** Markup that the rules refer to, for the end of the page. */
  readonly markup: string;
}

/**
 * The style rules of blocks that no `style` attribute can hold, as those of their links or of what they arrange. A
 * block is marked by a class, whose rules a page that shows the block takes from here.
 */
export interface BlockStyles {
  /**
   * Adds rules and returns their class: `prefix`, a hyphen, and what is made of the rules, so that equal rules have one
   * class and rendered markup says the same each time: a hexadecimal number, or a decimal one with `decimal`.
   * `write` writes the rules for a selector, and `markup` what they refer to, for the id that is the class.
   */
  add(prefix: string, write: (selector: string) => string, decimal?: boolean, markup?: (id: string) => string): string;
  /** What was added for the classes of a markup. */
  of(markup: string): PageStyles;
}

/** The token of the styles of blocks. */
export const BlockStyles = serviceToken('block-styles');

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'block-styles': BlockStyles;
  }
}

/** What may stand behind the brand in such a class; rules belong to those alone that were added. */
const NAMES = /-(?:container|elements|duotone|block-gallery)-[a-z0-9-]+/g;

/** A class without the brand in front of it. */
const unbranded = (name: string): string => name.slice(name.indexOf('-'));

/**
 * Makes an empty store. Once `most` classes were added, older ones are dropped unless they are added again, and
 * `dropped` is called, so that what mentions them is rendered anew.
 */
export function createBlockStyles(most: number, dropped: () => void): BlockStyles {
  let [rules, older] = [new Map<string, PageStyles>(), new Map<string, PageStyles>()];
  return {
    add(prefix, write, decimal = false, markup = () => '') {
      const hash = createHash('sha256').update(write('&'));
      const name = `${prefix}-${decimal ? hash.digest().readUIntBE(0, 6) : hash.digest('hex').slice(0, 32)}`;
      if (rules.has(unbranded(name))) return name;
      if (rules.size >= most) {
        [rules, older] = [new Map(), rules];
        dropped();
      }
      rules.set(unbranded(name), { css: write(`.${name}`), markup: markup(name) });
      return name;
    },
    of(markup) {
      const names = new Set(markup.match(NAMES) ?? []);
      const found = [...names].flatMap((name) => rules.get(name) ?? older.get(name) ?? []);
      const all = (part: keyof PageStyles) => found.map((one) => one[part]).join('');
      return { css: all('css'), markup: all('markup') };
    },
  };
}
