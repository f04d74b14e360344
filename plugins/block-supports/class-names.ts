import type { Site } from '../../core/index.ts';

type Branded = Pick<Site, 'brand'>;

/** A name within the blocks' own style classes: `blockClass(site, 'archives-list')` is `cms-block-archives-list`. */
export const blockClass = ({ brand }: Branded, name: string): string => `${brand.prefixed('block')}-${name}`;

/** The class of all blocks of a type: `cms-block-search` for `core/search`, `cms-block-acme-map` for `acme/map`. */
export const generatedClass = (site: Branded, type: string): string =>
  blockClass(site, type.replace(/^core\//, '').replace('/', '-'));

/** The class of a block by its attribute `textAlign`; empty where there is none. */
export const textAlignClass = ({ textAlign }: Readonly<Record<string, unknown>>): string =>
  textAlign ? `has-text-align-${textAlign}` : '';

const WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g;

/** A text as words in lower case with hyphens between them, as the slugs of presets are: `vividRed2` is `vivid-red-2`. */
export const kebabCase = (text: string): string => (text.match(WORD) ?? []).join('-').toLowerCase();
