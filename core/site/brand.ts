/**
 * Every identifier that carries the brand, derived from one name.
 *
 * The specification's neutral word `cms` is the setting `brand`; nothing else in the code spells what
 * is derived here.
 */
export interface Brand {
  /** The brand itself, lower case: `cms`. Also the name of the link curie. */
  readonly name: string;
  /** The default URL prefix (4.1): `cms-json`. */
  readonly urlPrefix: string;
  /** The namespace of the default resource families: `cms/v2`. */
  readonly namespace: string;
  /** The nonce action of cookie authentication (5): `cms_rest`. */
  readonly nonceAction: string;
  /** The base of the interface's link relations: `https://api.w.org/`. */
  readonly apiLinkRelation: string;
  /** A branded response or request header: `header('Total')` is `X-CMS-Total`. */
  header(name: string): string;
  /** A link relation in full: `relation('term')` is `https://api.w.org/term`. */
  relation(name: string): string;
  /** A relation as it is written in `_links`: `compactRelation('term')` is `cms:term`. */
  compactRelation(name: string): string;
  /** A branded content type name: `typeName('block')` is `cms_block`. */
  typeName(name: string): string;
  /** A branded namespace or class prefix: `prefixed('site-health')` is `cms-site-health`. */
  prefixed(name: string): string;
}

/** Derives the identifiers of a brand; throws a `TypeError` for a name that could not stand in a URL. */
export function createBrand(name = 'cms', apiLinkRelation = 'https://api.w.org/'): Brand {
  if (!/^[a-z][a-z0-9]*$/.test(name)) {
    throw new TypeError(`brand "${name}" must be lower-case letters and digits, and begin with a letter`);
  }
  const upper = name.toUpperCase();
  return Object.freeze({
    name,
    urlPrefix: `${name}-json`,
    namespace: `${name}/v2`,
    nonceAction: `${name}_rest`,
    apiLinkRelation,
    header: (suffix: string) => `X-${upper}-${suffix}`,
    relation: (suffix: string) => `${apiLinkRelation}${suffix}`,
    compactRelation: (suffix: string) => `${name}:${suffix}`,
    typeName: (suffix: string) => `${name}_${suffix}`,
    prefixed: (suffix: string) => `${name}-${suffix}`,
  });
}
