import type { Brand } from '../core/site/index.ts';

/** The default base of link relations. */
const DEFAULT_API_LINK_RELATION = 'https://api.w.org/';

/** Derives the identifiers of a brand; throws a `TypeError` for a name that could not stand in a URL. */
export function createBrand(name = 'cms', apiLinkRelation = DEFAULT_API_LINK_RELATION): Brand {
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
