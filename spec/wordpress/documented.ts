import type { Difference } from './difference.ts';
import { isOrderOfEquals } from './order-of-equals.ts';
import { type Answered, type Asked, isDescription } from './side.ts';

/** A request, who sent it, and both answers to it. */
export interface Compared {
  readonly asked: Asked;
  readonly login: string;
  readonly php: Answered;
  readonly tappet: Answered;
}

/** A kind of difference that docs/wordpress.md gives the reason of, under a heading or in a row of its table. */
interface Documented {
  /** The words with which the page names it. */
  readonly name: string;
  /** Which route, by its pattern, which path, and where in the answer, if not everywhere. */
  readonly route?: RegExp;
  readonly path?: RegExp;
  readonly place?: RegExp;
  /** What more has to hold of the values that differ, or of both answers. */
  readonly when?: (difference: Difference, compared: Compared) => boolean;
}

type When = NonNullable<Documented['when']>;

/** Where Tappet has what PHP lacks. */
const tappetAlone: When = ({ php }) => php === undefined;

const bothTexts: When = ({ php, tappet }) => typeof php === 'string' && typeof tappet === 'string';

/** Where both values are one text, once what each writes in its own way is written as the other does. */
const once =
  (rewrite: (text: string) => string): When =>
  ({ php, tappet }) =>
    typeof php === 'string' && typeof tappet === 'string' && rewrite(php) === rewrite(tappet);

const statuses =
  (php: RegExp, tappet: number): When =>
  (_, answers) =>
    php.test(String(statusOf(answers.php))) && statusOf(answers.tappet) === tappet;

/** The status of an answer, or of that in an envelope. */
const statusOf = ({ status, body }: Answered): number => (body as { status?: number } | null)?.status ?? status;

/** The body of an answer, or that in an envelope. */
const bodyOf = ({ body }: Answered): unknown =>
  typeof body === 'object' && body !== null && 'headers' in body && 'body' in body ? body.body : body;

/** Whether a user who writes, and may not change the look of the site, asks: such users read templates since 6.4. */
const byWriter: When = ({ place }, { asked, login, php }) =>
  ['editor', 'author', 'contributor'].includes(login) &&
  (statusOf(php) === 403 || (isDescription(asked) && place === 'header allow'));

/** Markup without the numbers of the classes by which styles of layouts find their blocks. */
const withoutNumbers = (markup: string): string => markup.replace(/wp-container-\d+/g, 'wp-container');

const TEMPLATES = /^\/wp\/v2\/(templates|template-parts)\b/;
const STYLES = /^\/wp\/v2\/global-styles\b/;
const DESCRIBING = /^\/($|[a-z-]+\/v\d+$|wp\/v2$|oembed\/1\.0$)/;

/** The name of an argument, a field, a route, or methods. */
const NAMED =
  /\.args\.[^.]+$|^body\.(body\.|routes\.((?!\.schema\.).)*)?schema\.properties\.[^.]+$|\.methods\b|^body\.(body\.)?routes\.((?!\.(endpoints|schema|namespace|_links)\b).)*$/;
/** Such names that PHP describes and Tappet does not: those of templates since 6.4, and what Tappet does not have. */
const LACKING =
  /\.args\.(discover|type)$|properties\.(editor_script|script|view_script|editor_style|style)$|routes\.\/(wp\/v2\/(templates|template-parts|global-styles|widgets|block-directory|pattern-directory)\b|wp-site-health\/v1\/tests\/background-updates)[^ ]*$/;

/** The differences that are known and explained. */
export const DOCUMENTED: readonly Documented[] = [
  { name: 'Words', route: DESCRIBING, place: /\.(title|description)$/, when: bothTexts },
  {
    name: 'Words',
    place: /\.(title|description)$/,
    when: (difference, { asked, ...more }) => isDescription(asked) && bothTexts(difference, { asked, ...more }),
  },
  {
    name: 'What the site describes of itself',
    place: /^body/,
    when: ({ place, tappet }, { asked }) =>
      (isDescription(asked) || DESCRIBING.test(asked.route)) &&
      (tappet !== undefined || !NAMED.test(place) || LACKING.test(place)),
  },
  { name: 'Block types and widget types', route: /\/(block-types|widget-types)/ },
  { name: 'Templates and global styles', route: TEMPLATES, when: byWriter },
  { name: 'Templates and global styles', route: STYLES, when: byWriter },
  {
    name: 'Templates and global styles',
    route: TEMPLATES,
    path: /\/lookup\?/,
    place: /^body/,
    when: (_, { tappet }) => statusOf(tappet) === 200 && isDeepEmpty(bodyOf(tappet)),
  },
  {
    name: 'Templates and global styles',
    route: TEMPLATES,
    place: /\.(modified|original_source|author_text)$/,
    when: tappetAlone,
  },
  {
    name: 'Templates and global styles',
    route: TEMPLATES,
    place: /_links\.(self|wp:action-[a-z-]+)\.\*\.href$/,
    when: ({ php }) => String(php).endsWith('/wp-json/'),
  },
  {
    name: 'Templates and global styles',
    route: TEMPLATES,
    place: /content\.raw$/,
    when: once((markup) => markup.replaceAll('\\u002d', '-')),
  },
  {
    name: 'Templates and global styles',
    route: /\/(templates|template-parts)\/\(\?P<(parent|id)>\[\\d\]\+\)\//,
    when: (difference, compared) => statuses(/40[0134]/, 404)(difference, compared) || isDescription(compared.asked),
  },
  {
    name: 'Templates and global styles',
    route: STYLES,
    path: /global-styles\/(themes\/)?nothing-here/,
    place: /code$/,
  },
  { name: 'Words', route: TEMPLATES, place: /\.(title\.(raw|rendered)|description)$/, when: bothTexts },
  {
    name: 'Types',
    route: /\/types\b/,
    place: /capabilities\.delete_posts$/,
    when: ({ php }) => php === 'delete_blocks',
  },
  {
    name: 'Types',
    route: /\/types\b/,
    place: /visibility\.show_ui$/,
    when: (_, { asked }) => !/types\/(?!wp_navigation)/.test(asked.path),
  },
  { name: 'Templates and global styles', route: /\/types\b/, place: /wp_global_styles/, when: tappetAlone },
  { name: 'Widgets', route: /\/(widgets|sidebars)\b/, place: /rendered_form$/, when: bothTexts },
  { name: 'Words', route: /\/(widgets|sidebars)\b/, place: /(description|name)$/, when: bothTexts },
  { name: 'Block patterns', route: /\/block-patterns\b/, place: /^body/ },
  { name: 'Block renderer', route: /\/block-renderer\b/, place: /^body/ },
  {
    name: 'Themes',
    route: /\/themes\b/,
    place: /^body/,
    when: (_, { php, tappet }) => isDeepEmpty(php.body) && Object.keys(tappet.body as object).join() === '_links',
  },
  { name: 'Themes', route: /\/themes\b/, place: /theme_supports\.(align-wide|editor-)/ },
  { name: 'Labels', route: /\/(taxonomies|types)\b/, place: /\.labels\.\w+$/, when: bothTexts },
  {
    name: 'Labels',
    route: /\/types\b/,
    place: /\.labels\.parent_item_colon$/,
    when: ({ php, tappet }) =>
      /^Parent (Template|Template Part|Navigation Menu):$/.test(String(php)) && tappet === null,
  },
  {
    name: 'Wrong arguments',
    place: /^(header allow|body\.headers)$/,
    when: (difference, compared) =>
      statuses(/400/, 400)(difference, compared) || /\/comments\?post=/.test(compared.asked.path),
  },
  {
    name: 'Statuses of privacy requests',
    path: /status=request-/,
    place: /^(status|header x-wp-total(pages)?)$/,
    when: statuses(/200/, 400),
  },
  {
    name: 'Offset past the end',
    path: /offset=/,
    place: /^header (x-wp-total(pages)?|link)$/,
    when: (_, { php, tappet }) => php.headers['x-wp-total'] === '0' && isEmptyList(php) && isEmptyList(tappet),
  },
  { name: 'Offset past the end', path: /offset=-1/ },
  {
    name: 'Order of equals',
    place: /^body\.\*/,
    when: (_, { asked, php, tappet }) => isOrderOfEquals(asked, php, tappet),
  },
  {
    name: 'Files of several types',
    route: /\/media$/,
    path: /(mime|media)_type=/,
    place: /link$/,
    when: once((link) => link.replaceAll('_type%5B0%5D', '_type')),
  },
  {
    name: 'Links of statuses',
    route: /\/statuses\b/,
    path: /_fields=/,
    place: /^body/,
    when: ({ php, tappet }) => Object.keys(php as object).join() === '_links' && isDeepEmpty(tappet),
  },
  { name: 'Numbers below 0', path: /\/pages\?menu_order=-1|\/(categories|tags|menus)\?post=-1/ },
  { name: 'Comments of a list of ids', route: /\/comments$/, path: /orderby=include/ },
  { name: 'Files of templates', route: /-block-editor\/v1\/export/ },
  { name: 'Plugins', route: /\/plugins\b/ },
  {
    name: 'Comments of drafts',
    place: /link$/,
    when: once((link) => link.replace(/(\?p=\d+)\/#comment-/, '$1#comment-')),
  },
  { name: 'Classes of layouts', place: /\.rendered$/, when: once(withoutNumbers) },
  {
    name: 'Captions in lists',
    route: /\/(posts|pages)\b/,
    place: /content\.rendered$/,
    when: once((markup) => withoutNumbers(markup).replace(/<p>(?=<figure )|(?<=<\/figcaption><\/figure>)<\/p>/g, '')),
  },
  { name: 'Details of refusals', place: /data\.details\..*\.data/ },
];

const isEmptyList = ({ body }: Answered): boolean => Array.isArray(body) && body.length === 0;

const isDeepEmpty = (value: unknown): boolean => Object.keys(value as object).length === 0;

/** The name under which a difference is documented; undefined for one that is not. */
export const documentedAs = (compared: Compared, difference: Difference): string | undefined =>
  DOCUMENTED.find(
    ({ route = /^/, path = /^/, place = /^/, when = () => true }) =>
      route.test(compared.asked.route) &&
      path.test(compared.asked.path) &&
      place.test(difference.place) &&
      when(difference, compared),
  )?.name;
