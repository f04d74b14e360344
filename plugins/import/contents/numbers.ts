import { type ImportKind, kindOfTerm } from '../mapping.ts';
import { mapContent } from './walk.ts';

/** A kind of records that contents name by number. */
export type NamedKind = ImportKind | 'user';

/** Gives the number of a record here for its number in the source; that number itself for what is not known. */
export type Resolve = (kind: NamedKind, original: number) => number;

type Attributes = Record<string, unknown>;

const IN_ID = [['id', 'post']] as const;
const [CATEGORY, TAG] = [kindOfTerm('category'), kindOfTerm('post_tag')];

/** Where the attributes of blocks hold numbers of records; a path goes through lists. */
const OF_BLOCKS: Readonly<Record<string, readonly (readonly [path: string, kind: NamedKind])[]>> = {
  'core/audio': IN_ID,
  'core/avatar': [['userId', 'user']],
  'core/cover': IN_ID,
  'core/file': IN_ID,
  'core/image': IN_ID,
  'core/video': IN_ID,
  'core/gallery': [['ids', 'post']],
  'core/navigation': [['navigationMenuId', kindOfTerm('nav_menu')]],
  'core/page-list': [['parentPageID', 'post']],
  'core/latest-posts': [
    ['categories.id', CATEGORY],
    ['selectedAuthor', 'user'],
  ],
  'core/query': [
    ['query.exclude', 'post'],
    ['query.parents', 'post'],
    ['query.author', 'user'],
    ['query.categoryIds', CATEGORY],
    ['query.tagIds', TAG],
  ],
};

/** Where any block may hold numbers, those of plugins among them. */
const OF_ALL = ['ref', 'mediaId', 'mediaIds', 'style.background.backgroundImage.id'] as const;

/** The attributes that show that the `id` beside them is that of a file. */
const ADDRESSES = ['url', 'src', 'mediaUrl', 'imageUrl'] as const;

/** What a content with numbers in it has, so that most others need not be read again. */
const SIGN =
  /"(?:ids?|ref|mediaIds?|query|categories|parentPageID|navigationMenuId|userId|selectedAuthor)":|wp-(?:image|att)-\d|attachment[_-]\d|\[(?:gallery|playlist)\b|data-id=/;

/** Whether numbers of records may stand in a content. */
export const mayHaveNumbers = (content: string): boolean => SIGN.test(content);

/** Gives the numbers of records in a content: in attributes of blocks, shortcodes, and names that pictures bear. */
export const mapNumbers = (content: string, resolve: Resolve): string =>
  mapContent(content, {
    ofText: (text) => inMarkup(text, (original) => resolve('post', original)),
    ofBlock: (name, attributes) => inBlock(name, attributes, resolve),
  });

function inBlock(name: string, attributes: Attributes, resolve: Resolve): boolean {
  let isChanged = false;
  const map = (path: string, kind: NamedKind) => {
    if (mapAt(attributes, path.split('.'), (original) => resolve(kind, original))) isChanged = true;
  };
  for (const [path, kind] of Object.hasOwn(OF_BLOCKS, name) ? OF_BLOCKS[name]! : []) map(path, kind);
  for (const path of OF_ALL) map(path, 'post');
  if (!name.startsWith('core/') && ADDRESSES.some((key) => typeof attributes[key] === 'string')) map('id', 'post');
  if (name === 'core/navigation-link' || name === 'core/navigation-submenu') map('id', kindOfLink(attributes));
  if (name === 'core/query')
    for (const taxonomy of taxonomiesOf(attributes)) map(`query.taxQuery.${taxonomy}`, kindOfTerm(taxonomy));
  return isChanged;
}

/** What an item of a navigation leads to. */
function kindOfLink({ kind, type }: Attributes): ImportKind {
  if (kind !== 'taxonomy') return 'post';
  return kindOfTerm(type === 'tag' ? 'post_tag' : String(type));
}

function taxonomiesOf({ query }: Attributes): string[] {
  const { taxQuery } = (query ?? {}) as { taxQuery?: unknown };
  return typeof taxQuery === 'object' && taxQuery !== null ? Object.keys(taxQuery) : [];
}

/** Maps the numbers at a path, those of texts and of lists with commas too; answers whether one of them changed. */
function mapAt(
  holder: Attributes | unknown[],
  [key, ...rest]: readonly string[],
  of: (original: number) => number,
): boolean {
  if (key === undefined || !Object.hasOwn(holder, key)) return false;
  const value = (holder as Attributes)[key];
  if (Array.isArray(value)) {
    return [...value.keys()].map((at) => mapAt(value, [String(at), ...rest], of)).includes(true);
  }
  if (typeof value === 'object' && value !== null) return mapAt(value as Attributes, rest, of);
  if (rest.length > 0 || !NUMBERS.test(String(value))) return false;
  const text = String(value).replace(/\d+/g, (original) => String(of(Number(original))));
  if (text === String(value)) return false;
  (holder as Attributes)[key] = typeof value === 'string' ? text : Number(text);
  return true;
}

/** A number, or several with commas between. */
const NUMBERS = /^[1-9]\d{0,14}(?:, ?[1-9]\d{0,14})*$/;

/** A name with the number of a file in it: `wp-image-5`, `wp-att-5`, `attachment_5`, `caption-attachment-5`. */
const NAMED = /\b(wp-image-|wp-att-|attachment_|caption-attachment-)(\d{1,15})(?![\w.-])/g;
const LISTING = /\[(?:gallery|playlist)\b[^[\]]*\]/g;
const LISTED = /\b(ids|include|exclude|id)(\s?=\s?["']?)([\d, ]+)/g;
const PICTURE = /<img\b[^<>]*>/g;
const NUMBER_OF_PICTURE = /(\sdata-id=["'])(\d{1,15})(?=["'])/;

function inMarkup(text: string, of: (original: number) => number): string {
  return text
    .replace(NAMED, (_, name: string, original: string) => name + of(Number(original)))
    .replace(LISTING, (shortcode) =>
      shortcode.replace(
        LISTED,
        (_, name: string, sign: string, list: string) =>
          name + sign + list.replace(/\d{1,15}/g, (original) => String(of(Number(original)))),
      ),
    )
    .replace(PICTURE, (element) =>
      element.replace(NUMBER_OF_PICTURE, (_, name: string, original: string) => name + of(Number(original))),
    );
}
