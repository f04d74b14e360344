import { createHash } from 'node:crypto';
import type { WxrElement } from './reader.ts';

/** A writer of the exported site. */
export interface WxrAuthor {
  /** The number that comments know the author by; 0 when the file does not tell. */
  readonly id: number;
  readonly login: string;
  readonly email: string;
  readonly displayName: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** A category, tag or other term. */
export interface WxrTerm {
  /** The number in the exported site; 0 when the file does not tell. */
  readonly id: number;
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  /** The slug of the parent, or nothing. */
  readonly parent: string;
  readonly description: string;
  readonly meta: readonly WxrMeta[];
}

/** A name and a value, which may be PHP-serialized. */
export interface WxrMeta {
  readonly key: string;
  readonly value: string;
}

/** A comment, with the number that its answers know it by. */
export interface WxrComment {
  readonly id: number;
  readonly author: string;
  readonly authorEmail: string;
  readonly authorUrl: string;
  readonly authorIp: string;
  readonly date: string;
  readonly dateGmt: string;
  readonly content: string;
  /** `0`, `1`, `spam`, `trash` or `post-trashed`. */
  readonly approved: string;
  readonly type: string;
  readonly parent: number;
  readonly userId: number;
  readonly meta: readonly WxrMeta[];
}

/** A post, page, attachment or item of another type. */
export interface WxrItem {
  /** The number in the exported site; below 0, and made of its identifier, when the file does not tell. */
  readonly id: number;
  /** The address in the exported site; empty when the file does not tell. */
  readonly link: string;
  readonly title: string;
  readonly author: string;
  readonly guid: string;
  readonly content: string;
  readonly excerpt: string;
  readonly date: string;
  readonly dateGmt: string;
  readonly modified: string;
  readonly modifiedGmt: string;
  readonly commentStatus: string;
  readonly pingStatus: string;
  readonly slug: string;
  readonly status: string;
  readonly parent: number;
  readonly menuOrder: number;
  readonly type: string;
  readonly password: string;
  readonly sticky: boolean;
  readonly attachmentUrl: string;
  /** Whether the file of an attachment has been stored here, as its metadata tells. */
  readonly fileIsHere?: boolean;
  readonly terms: readonly Pick<WxrTerm, 'taxonomy' | 'slug' | 'name'>[];
  readonly meta: readonly WxrMeta[];
  readonly comments: readonly WxrComment[];
}

const all = (element: WxrElement, name: string) => element.children.filter((child) => child.name === name);

const text = (element: WxrElement, name: string): string =>
  element.children.find((child) => child.name === name)?.text ?? '';

const word = (element: WxrElement, name: string): string => text(element, name).trim();

const number = (element: WxrElement, name: string): number => Number.parseInt(word(element, name), 10) || 0;

const metaOf = (element: WxrElement, name: string): WxrMeta[] =>
  all(element, name).map((meta) => ({ key: text(meta, 'wp:meta_key'), value: text(meta, 'wp:meta_value') }));

/** Reads a `<wp:author>`. */
export const toAuthor = (element: WxrElement): WxrAuthor => ({
  id: number(element, 'wp:author_id'),
  login: word(element, 'wp:author_login'),
  email: word(element, 'wp:author_email'),
  displayName: word(element, 'wp:author_display_name'),
  firstName: word(element, 'wp:author_first_name'),
  lastName: word(element, 'wp:author_last_name'),
});

/** Reads a `<wp:category>`, `<wp:tag>` or `<wp:term>`. */
export function toTerm(element: WxrElement): WxrTerm {
  const id = number(element, 'wp:term_id');
  const meta = metaOf(element, 'wp:termmeta');
  if (element.name === 'wp:category') {
    return {
      id,
      taxonomy: 'category',
      slug: word(element, 'wp:category_nicename'),
      name: word(element, 'wp:cat_name'),
      parent: word(element, 'wp:category_parent'),
      description: text(element, 'wp:category_description'),
      meta,
    };
  }
  if (element.name === 'wp:tag') {
    return {
      id,
      taxonomy: 'post_tag',
      slug: word(element, 'wp:tag_slug'),
      name: word(element, 'wp:tag_name'),
      parent: '',
      description: text(element, 'wp:tag_description'),
      meta,
    };
  }
  return {
    id,
    taxonomy: word(element, 'wp:term_taxonomy'),
    slug: word(element, 'wp:term_slug'),
    name: word(element, 'wp:term_name'),
    parent: word(element, 'wp:term_parent'),
    description: text(element, 'wp:term_description'),
    meta,
  };
}

const toComment = (element: WxrElement): WxrComment => ({
  id: number(element, 'wp:comment_id'),
  author: text(element, 'wp:comment_author'),
  authorEmail: word(element, 'wp:comment_author_email'),
  authorUrl: word(element, 'wp:comment_author_url'),
  authorIp: word(element, 'wp:comment_author_IP'),
  date: word(element, 'wp:comment_date'),
  dateGmt: word(element, 'wp:comment_date_gmt'),
  content: text(element, 'wp:comment_content'),
  approved: word(element, 'wp:comment_approved'),
  type: word(element, 'wp:comment_type') || 'comment',
  parent: number(element, 'wp:comment_parent'),
  userId: number(element, 'wp:comment_user_id'),
  meta: metaOf(element, 'wp:commentmeta'),
});

/** By what an item without a number is known when its file is imported again. */
function numberOfUnnumbered(element: WxrElement): number {
  const identity = word(element, 'guid') || `${text(element, 'title')} ${word(element, 'wp:post_date')}`;
  return -1 - createHash('sha256').update(identity).digest().readUIntBE(0, 6);
}

/** Reads an `<item>`. */
export const toItem = (element: WxrElement): WxrItem => ({
  id: number(element, 'wp:post_id') || numberOfUnnumbered(element),
  link: word(element, 'link'),
  title: text(element, 'title'),
  author: word(element, 'dc:creator'),
  guid: word(element, 'guid'),
  content: text(element, 'content:encoded'),
  excerpt: text(element, 'excerpt:encoded'),
  date: word(element, 'wp:post_date'),
  dateGmt: word(element, 'wp:post_date_gmt'),
  modified: word(element, 'wp:post_modified'),
  modifiedGmt: word(element, 'wp:post_modified_gmt'),
  commentStatus: word(element, 'wp:comment_status'),
  pingStatus: word(element, 'wp:ping_status'),
  slug: word(element, 'wp:post_name'),
  status: word(element, 'wp:status'),
  parent: number(element, 'wp:post_parent'),
  menuOrder: number(element, 'wp:menu_order'),
  type: word(element, 'wp:post_type') || 'post',
  password: text(element, 'wp:post_password'),
  sticky: word(element, 'wp:is_sticky') === '1',
  attachmentUrl: word(element, 'wp:attachment_url'),
  terms: all(element, 'category')
    .filter((category) => category.attributes.domain !== undefined && category.attributes.nicename !== undefined)
    .map((category) => ({
      taxonomy: category.attributes.domain!,
      slug: category.attributes.nicename!,
      name: category.text.trim(),
    })),
  meta: metaOf(element, 'wp:postmeta'),
  comments: all(element, 'wp:comment').map(toComment),
});
