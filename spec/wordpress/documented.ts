import type { Difference } from './difference.ts';
import type { Asked } from './side.ts';

/** A kind of difference that docs/wordpress.md gives the reason of, under a heading or in a row of its table. */
interface Documented {
  /** The words with which the page names it. */
  readonly name: string;
  readonly route: RegExp;
  readonly path?: RegExp;
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
  { name: 'Widgets', route: /\/(widgets|sidebars)\b/, place: /rendered|instance|description|name/ },
  { name: 'Block patterns', route: /\/block-patterns\b/ },
  { name: 'Block renderer', route: /\/block-renderer\b/, place: /^body/ },
  { name: 'Themes', route: /\/themes\b/ },
  { name: 'Labels', route: /\/(taxonomies|types)\b/, place: /labels/ },
  { name: 'Wrong arguments', route: /./, place: /header allow$/ },
  { name: 'Statuses of privacy requests', route: /./, path: /status=request-/ },
  { name: 'Offset past the end', route: /./, path: /offset=(9999|-1)/ },
  { name: 'Order of equals', route: /./, path: /[?&]orderby=/, place: /^body\.\*/ },
  { name: 'Files of several types', route: /\/media$/, path: /(mime|media)_type=/, place: /link|Link/ },
  { name: 'Links of statuses', route: /\/statuses\b/, path: /_fields=/, place: /^body/ },
  { name: 'Slugs of other letters', route: /./, place: /(generated_slug|permalink_template)$/ },
  { name: 'Order of equals', route: /./, place: /^body\.\*\.(categories|tags|format)/ },
  { name: 'Order of equals', route: /./, path: /search=.*(type=term|the)/, place: /^body\.\*/ },
  { name: 'Numbers below 0', route: /./, path: /(post|menu_order)=-1/ },
  { name: 'Comments of a list of ids', route: /\/comments$/, path: /orderby=include/ },
  { name: 'Files of templates', route: /-block-editor\/v1\/export/ },
  { name: 'Plugins', route: /\/plugins\b/ },
  { name: 'Comments of drafts', route: /\/comments\b/, place: /link$/ },
  { name: 'Comments of drafts', route: /./, place: /\.replies\..*link$/ },
  { name: 'Captions in lists', route: /\/(posts|pages)\b/, place: /content\.rendered$/ },
  { name: 'Details of refusals', route: /./, place: /data\.details\..*\.data/ },
];

/** The name under which a difference is documented; undefined for one that is not. */
export const documentedAs = ({ method, route, path }: Asked, { place }: Difference): string | undefined =>
  DOCUMENTED.find(
    (known) =>
      known.route.test(`${method} ${route}`) && (known.path?.test(path) ?? true) && (known.place?.test(place) ?? true),
  )?.name;
