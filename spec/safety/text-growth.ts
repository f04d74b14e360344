// Prints how functions that read texts grow with hostile ones, as JSON. Run by `text-growth.spec.ts` in a process of its
// own, on one thread and with much room for new objects, so that the collection of garbage does not count as work. The
// time is the processor's: no counter of steps that Node.js has sees into regular expressions and functions of strings.
import { buildQuery, parseQuery, rewriteRoute, routeOf } from '../../core/rest/index.ts';
import { compileSchema, parseList } from '../../core/schema/index.ts';
import {
  cleanUrl,
  escapeHtml,
  isEmail,
  removeAccents,
  sanitizeEmail,
  sanitizeTextField,
  slugify,
  stripAllTags,
  stripEntities,
} from '../../core/text/index.ts';
import { readTarget } from '../../host/http/target.ts';
import { readBasic } from '../../plugins/application-passwords/basic.ts';
import { isRedirectUrl } from '../../plugins/application-passwords/redirect-url.ts';
import { sanitizeHtmlClass } from '../../plugins/class-list/html-class.ts';
import { holdsWord } from '../../plugins/comments/admission/words.ts';
import { cleanComment } from '../../plugins/comments/clean.ts';
import { sanitizeKey } from '../../plugins/comments/sanitize-key.ts';
import { markUserLinks } from '../../plugins/comments/user-links.ts';
import { EXCERPT_MORE, parseBlocks, trimWords } from '../../plugins/content-rendering/index.ts';
import { findShortcodes, parseShortcodeAttributes } from '../../plugins/content-rendering/shortcode-syntax.ts';
import { maybeUnserialize } from '../../plugins/database/unserialize.ts';
import { plainText } from '../../plugins/feeds/plain-text.ts';
import { xmlText } from '../../plugins/feeds/xml.ts';
import { renderInAttributes } from '../../plugins/formatting/attribute-shortcodes.ts';
import { autop, ksesData, ksesPost, makeClickable, safeCss, texturize } from '../../plugins/formatting/index.ts';
import { stripBadProtocols } from '../../plugins/formatting/protocols.ts';
import { readAddress, replaceAddresses } from '../../plugins/import/contents/addresses.ts';
import { mapNumbers, mayHaveNumbers } from '../../plugins/import/contents/numbers.ts';
import { readRange } from '../../plugins/media/serving/range.ts';
import { filenameOf } from '../../plugins/media/upload/disposition.ts';
import { safeName } from '../../plugins/media/upload/names.ts';
import { parseSearch } from '../../plugins/posts/query/search.ts';
import { isPublic } from '../../plugins/public-web/addresses.ts';
import { matchesTag } from '../../plugins/response-cache/conditional.ts';
import { ImageTags } from '../../plugins/responsive-images/images.ts';
import { readCookie } from '../../plugins/sessions/cookie.ts';
import { withRelOfTargets } from '../../plugins/targeted-links/targeted-links.ts';
import { readHead } from '../../plugins/url-details/head.ts';
import { sanitizeUser } from '../../plugins/users/index.ts';
import { processorTime } from '../support/growth.ts';

/** Nothing that is done with what was refused. */
const refused = (work: () => unknown) => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** The hooks of a site without taps. */
const untapped = { filter: () => ({ call: (value: unknown) => value, isUsed: () => false }) };

const imageTags = new ImageTags({
  hooks: untapped as never,
  images: {
    load: async (id) => ({ id, path: 'a', url: 'a', metadata: {}, altText: '', isImage: true }),
    measuresAt: () => ({ width: 1, height: 1 }),
    sources: () => ({ srcset: 'a 1w', sizes: '1px' }),
  },
  brand: 'cms',
});

/** Every function that reads a text which visitors and writers choose, by its name. */
const FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  autop,
  buildQuery: (text) => refused(() => buildQuery({ text, list: text.split('[', 100) })),
  cleanComment: (text) =>
    cleanComment(
      { content: text, authorName: text, authorUrl: text, authorEmail: text },
      { unfiltered: false, home: 'http://x' },
    ),
  cleanUrl,
  escapeHtml,
  filenameOf: (text) => filenameOf(`attachment; filename="${text}`),
  findShortcodes: (text) => [...findShortcodes(text, (name) => name === 'a' || name === 'code')],
  holdsWord: (text) => holdsWord('casino\npills', { content: text }),
  imageTags: (text) => imageTags.complete(text, 'the_content'),
  isEmail,
  isPublic: (text) => refused(() => isPublic(text)),
  isRedirectUrl,
  ksesData,
  ksesPost,
  makeClickable,
  mapNumbers: (text) => mapNumbers(text, (_kind, original) => original + 1),
  'mapNumbers of a block': (text) => mapNumbers(`<!-- wp:a {"ref":"${text}"} -->`, (_kind, original) => original + 1),
  markUserLinks: (text) => markUserLinks(text, 'http://x'),
  mayHaveNumbers,
  matchesTag: (text) => matchesTag(text, '"a"'),
  parseBlocks,
  parseList,
  parseQuery: (text) => refused(() => parseQuery(text)),
  'parseQuery of a name': (text) => refused(() => parseQuery(`a[]${text}=1`)),
  parseSearch,
  'parseSearch of two': (text) => parseSearch(`x ${text}`),
  parseShortcodeAttributes,
  plainText,
  readAddress: (text) => readAddress(`//${text}`),
  readBasic: (text) => readBasic(`Basic ${text}`),
  readCookie,
  readHead: (text) => readHead(text, 'http://x/'),
  readRange: (text) => readRange(`bytes=${text}`, 100),
  readTarget: (text) =>
    refused(() => readTarget(`/?${text}`, { home: 'http://x', prefix: 'cms-json', index: 'index.php' })),
  removeAccents,
  replaceAddresses: (text) => replaceAddresses(text, () => 'http://y'),
  'replaceAddresses of one': (text) => replaceAddresses(`http://x/${text}`, () => 'http://y'),
  rewriteRoute: (text) => rewriteRoute(`/cms-json/${text}`, 'cms-json'),
  routeOf: (text) => routeOf(`/${text}`),
  safeCss,
  safeName,
  sanitizeEmail: (text) => sanitizeEmail(`a@${text}`),
  sanitizeHtmlClass,
  sanitizeKey,
  sanitizeTextField,
  sanitizeUser: (text) => sanitizeUser(text, true),
  renderInAttributes: (text) =>
    renderInAttributes(text, { source: '', post: null }, { has: () => true, render: async (value) => value }),
  'schema of a list': (text) =>
    compileSchema({ type: 'array', items: { type: 'string', format: 'uri' } }).sanitize(text),
  'schema of an address': (text) => compileSchema({ type: 'string', format: 'uri' }).validate(text, 'x'),
  'schema of a date': (text) => compileSchema({ type: 'string', format: 'date-time' }).validate(text, 'x'),
  slugify,
  stripAllTags,
  stripBadProtocols,
  stripEntities,
  texturize: (text) => texturize(text, ['a', 'code']),
  trimWords: (text) => trimWords(text, 55, EXCERPT_MORE),
  unserialize: (text) => refused(() => maybeUnserialize(text)),
  withRelOfTargets: (text) => withRelOfTargets(`target ${text}`),
  'withRelOfTargets of a link': (text) => withRelOfTargets(`<a target ${text}>`),
  xmlText,
};

const filled = (piece: string) => (size: number) => piece.repeat(Math.ceil(size / piece.length));

/** Shapes of hostile input. Each is a text of about a size. */
const SHAPES: Readonly<Record<string, (size: number) => string>> = {
  blanks: (size) => `a${' '.repeat(size)}b\n`,
  newlines: (size) => `a${'\n'.repeat(size)}b`,
  slashes: filled('/'),
  quotes: (size) => `x ${'"'.repeat(size)}`,
  'single quotes': filled(`' '`),
  brackets: filled('['),
  'closed brackets': filled('[a]'),
  parentheses: filled('('),
  percents: filled('%'),
  'nested octets': filled('%4%411'),
  ampersands: filled('&'),
  'open tags': filled('<'),
  'unclosed tags': filled('<div '),
  'nested tags': filled('<p><b><i>'),
  'shortcodes in attributes': filled('<a title="[a]">'),
  images: filled('<img class="wp-image-1" src="a">'),
  'images without an end': filled('<img src="'),
  'attributes without an end': (size) => `<a ${'x="'.repeat(size / 3)}`,
  'unclosed comments': filled('<!--'),
  'unclosed blocks': filled('<!-- wp:a {"a":'),
  'nested blocks': filled('<!-- wp:a -->'),
  'unclosed shortcodes': filled('[a b="'),
  'unclosed scripts': filled('<script>'),
  'at signs and dots': filled('a@a.'),
  'addresses without an end': filled('http://a:'),
  colons: filled('&#58'),
  'numbers with an x': filled('1x'),
  'accents apart': (size) => `a${'\u0301'.repeat(size)}`,
  'serialized lists': filled('a:1:{i:0;'),
};

/** Work that is not linear, by which the measurement itself is checked. */
const QUADRATIC = { 'a search for blanks': (text: string) => text.replace(/ +$/, '') };

/** The sizes of the inputs: four times as much each. */
const SIZES = [8, 32, 128].map((kilobytes) => kilobytes * 1024);

/**
 * The largest input may take less than this many times the time of the smallest, of which it has sixteen times the text:
 * quadratic work takes 256 times as long, and large texts take longer by themselves where memory is slow.
 */
const MOST = 64;

/** Time that tells nothing, in milliseconds: quadratic work on the largest input takes seconds on any machine. */
const TELLING = 100;
/** Time that is not measured again, in milliseconds, where the step to it is also too large. */
const LONG = 1000;
/** How many times as long a step to four times the input may take. */
const MOST_OF_STEP = 8;
const ROUNDS = 8;

/** How work grows with its input where that is more than it may; undefined where it is linear. */
async function growth(work: (text: string) => unknown, texts: readonly string[]): Promise<string | undefined> {
  const least = SIZES.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, text] of texts.entries()) {
      least[index] = Math.min(least[index]!, await processorTime(() => work(text)));
      // What is quadratic need not be waited for with the largest input.
      if (least[index]! > Math.max(LONG, MOST_OF_STEP * (least[index - 1] ?? 0)))
        return `${least[index]} ms for ${SIZES[index]} characters`;
    }
    if (least.at(-1)! < Math.max(TELLING, MOST * least[0]!)) return undefined;
  }
  return `${least.map((time) => time.toFixed(1)).join(', ')} ms for ${SIZES.join(', ')} characters`;
}

/** The inputs of every shape. They are copied, since what `repeat` makes is put together at its first use. */
const INPUTS = Object.entries(SHAPES).map(
  ([shape, make]) => [shape, SIZES.map((size) => Buffer.from(make(size), 'utf16le').toString('utf16le'))] as const,
);

const found: Record<string, string[]> = {};
for (const [name, work] of Object.entries<(text: string) => unknown>({ ...FUNCTIONS, ...QUADRATIC })) {
  found[name] = [];
  for (const [shape, texts] of INPUTS) {
    const grown = await growth(work, texts);
    if (grown !== undefined) found[name].push(`${shape}: ${grown}`);
  }
}
process.stdout.write(JSON.stringify(found));
