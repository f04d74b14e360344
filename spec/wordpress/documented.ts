import type { Difference } from './difference.ts';
import type { Asked } from './side.ts';

/** A kind of difference that docs/wordpress.md gives the reason of, under a heading or in a row of its table. */
interface Documented {
  /** The words with which the page names it. */
  readonly name: string;
  readonly route: RegExp;
  readonly place?: RegExp;
}

/** The differences that are known and explained. */
export const DOCUMENTED: readonly Documented[] = [
  {
    name: 'What the site describes of itself',
    route: /^(GET (\/|\/wp\/v2|\/[a-z-]+\/v\d+|\/oembed\/1\.0)$|OPTIONS )/,
    place: /^body/,
  },
  { name: 'Block types and widget types', route: /\/(block-types|widget-types)/, place: /^(body|status|header)/ },
  { name: 'Templates and global styles', route: /\/(templates|template-parts|global-styles)\b/ },
  { name: 'Templates and global styles', route: /\/types\b/, place: /wp_global_styles/ },
  { name: 'Plugins', route: /\/plugins\b/ },
  { name: 'Comments of drafts', route: /\/comments\b/, place: /link$/ },
  { name: 'Captions in lists', route: /\/(posts|pages)\b/, place: /content\.rendered$/ },
  { name: 'Details of refusals', route: /./, place: /data\.details\..*\.data/ },
];

/** The name under which a difference is documented; undefined for one that is not. */
export const documentedAs = ({ method, route }: Asked, { place }: Difference): string | undefined =>
  DOCUMENTED.find((known) => known.route.test(`${method} ${route}`) && (known.place?.test(place) ?? true))?.name;
