import { maybeSerialize } from '../../database/index.ts';
import { MENU_ITEM_META, NAV_MENU_ITEM } from '../../menus/index.ts';
import type { WxrAuthor, WxrComment, WxrItem, WxrMeta, WxrTerm } from '../records.ts';
import { REVISION } from '../revisions.ts';
import { isMap, type Json } from './remote.ts';

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const number = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0);

/** The raw text where the answer has it, or else the rendered one. */
const written = (value: unknown): string => (isMap(value) ? text(value.raw ?? value.rendered) : text(value));

/** A date of an answer as it is stored. */
const stored = (value: unknown): string => text(value).replace('T', ' ').slice(0, 19);

const numbers = (value: unknown): number[] =>
  [value]
    .flat()
    .map(number)
    .filter((id) => id > 0);

/** Metadata of an answer; an empty value counts as not set. */
function metaOf(value: unknown): WxrMeta[] {
  if (!isMap(value)) return [];
  const isEmpty = (each: unknown) =>
    each === '' || each === null || (typeof each === 'object' && Object.keys(each!).length === 0);
  return Object.entries(value)
    .filter(([, each]) => !isEmpty(each))
    .map(([key, each]) => ({ key, value: maybeSerialize(each) }));
}

/** Reads a user of an answer. Without the right to edit, the slug is all that is known of the login. */
export const toAuthor = (user: Json): WxrAuthor => ({
  id: number(user.id),
  login: text(user.username) || text(user.slug),
  email: text(user.email),
  displayName: text(user.name),
  firstName: text(user.first_name),
  lastName: text(user.last_name),
});

/** Reads a term of an answer; `parent` is the slug of the one above. */
export const toTerm = (term: Json, taxonomy: string, parent: string): WxrTerm => ({
  id: number(term.id),
  taxonomy,
  slug: text(term.slug),
  name: text(term.name),
  parent,
  description: text(term.description),
  meta: metaOf(term.meta),
});

/** Reads a comment of an answer, and which item it is on. */
export const toComment = (comment: Json): WxrComment & { readonly post: number } => ({
  id: number(comment.id),
  post: number(comment.post),
  author: text(comment.author_name),
  authorEmail: text(comment.author_email),
  authorUrl: text(comment.author_url),
  authorIp: text(comment.author_ip),
  date: stored(comment.date),
  dateGmt: stored(comment.date_gmt),
  content: written(comment.content),
  approved: STATUSES[text(comment.status)] ?? text(comment.status),
  type: text(comment.type) || 'comment',
  parent: number(comment.parent),
  userId: number(comment.author),
  meta: metaOf(comment.meta),
});

const STATUSES: Readonly<Record<string, string>> = { approved: '1', hold: '0' };

/** The context in which an item of an answer is read. */
export interface ItemReading {
  /** The type's name on this site. */
  readonly type: string;
  /** The login of an author; of the signed-in user, where the type is shown without its author. */
  readonly loginOf: (author: number | undefined) => string;
  readonly termOf: (id: number) => WxrItem['terms'][number] | undefined;
  /** The fields that hold terms. */
  readonly termFields: readonly string[];
}

/** What an item of a menu leads to, as it is stored. */
const metaOfMenuItem = (item: Json): WxrMeta[] => [
  { key: MENU_ITEM_META.type, value: text(item.type) },
  { key: MENU_ITEM_META.parent, value: text(item.parent) },
  { key: MENU_ITEM_META.objectId, value: text(item.object_id) },
  { key: MENU_ITEM_META.object, value: text(item.object) },
  { key: MENU_ITEM_META.target, value: text(item.target) },
  { key: MENU_ITEM_META.classes, value: maybeSerialize(item.classes) },
  { key: MENU_ITEM_META.xfn, value: [item.xfn].flat().map(text).join(' ') },
  { key: MENU_ITEM_META.url, value: item.type === 'custom' ? text(item.url) : '' },
];

/** Reads an item of an answer. */
export function toItem(item: Json, { type, loginOf, termOf, termFields }: ItemReading): WxrItem {
  const isFile = type === 'attachment';
  const isMenuItem = type === NAV_MENU_ITEM;
  const status = text(item.status) || 'publish';
  const terms = termFields.flatMap((field) => numbers(item[field])).flatMap((id) => termOf(id) ?? []);
  const format = text(item.format);
  if (format !== '' && format !== 'standard') {
    terms.push({ taxonomy: 'post_format', slug: `post-format-${format}`, name: `post-format-${format}` });
  }
  const meta = metaOf(item.meta);
  const add = (key: string, value: string) => void (value !== '' && meta.push({ key, value }));
  add('_thumbnail_id', text(item.featured_media).replace(/^0$/, ''));
  add('_wp_page_template', text(item.template));
  if (isFile) add('_wp_attachment_image_alt', text(item.alt_text));
  if (isMenuItem) meta.push(...metaOfMenuItem(item));
  return {
    id: number(item.id),
    link: text(item.link),
    title: written(item.title),
    author: loginOf(item.author === undefined ? undefined : number(item.author)),
    guid: written(item.guid),
    content: written(isFile || isMenuItem ? item.description : item.content),
    excerpt: written(isFile ? item.caption : isMenuItem ? item.attr_title : item.excerpt),
    date: stored(item.date),
    // The date of an unpublished item moves along.
    dateGmt: status === 'draft' || status === 'pending' ? '' : stored(item.date_gmt),
    modified: stored(item.modified),
    modifiedGmt: stored(item.modified_gmt),
    commentStatus: text(item.comment_status),
    pingStatus: text(item.ping_status),
    slug: text(item.slug),
    status,
    // An item of a menu lies below another in its metadata.
    parent: isMenuItem ? 0 : number(isFile ? item.post : item.parent),
    menuOrder: number(item.menu_order),
    type,
    password: text(item.password),
    sticky: item.sticky === true,
    attachmentUrl: isFile ? text(item.source_url) : '',
    terms,
    meta,
    comments: [],
  };
}

/** Whether an item of an answer has revisions. */
export function isRevised({ _links }: Json): boolean {
  const history = isMap(_links) ? _links['version-history'] : undefined;
  return Array.isArray(history) && isMap(history[0]) && number(history[0].count) > 0;
}

/** Reads a revision of an answer, or an autosave. */
export const toRevision = (revision: Json, reading: ItemReading): WxrItem => ({
  ...toItem(revision, { ...reading, type: REVISION }),
  status: 'inherit',
});
