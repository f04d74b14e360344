import { stripAllTags } from '../../core/text/index.ts';
import { type AuthorData, type CommentData, embedded, type ItemData, type TermData } from '../theme/index.ts';
import type { Entry } from './feed.ts';

const LOCKED = '<p>This content needs a password.</p>';

/** An item as an entry. */
export function itemEntry(
  item: ItemData & { readonly guid?: { readonly rendered: string } },
  termRelation: string,
): Entry {
  const [author] = embedded<AuthorData>(item, 'author');
  const isLocked = item.content?.protected === true && item.content.rendered === '';
  return {
    title: stripAllTags(item.title?.rendered ?? ''),
    link: item.link,
    id: item.guid?.rendered || item.link,
    author: author?.name ?? '',
    date: item.date_gmt ?? item.date,
    modified: item.modified_gmt ?? item.date_gmt ?? item.date,
    categories: embedded<TermData>(item, termRelation).map(({ name }) => name),
    summary: isLocked ? LOCKED : (item.excerpt?.rendered ?? ''),
    content: item.content?.rendered ?? '',
  };
}

/** A comment as an entry. */
export function commentEntry(comment: CommentData & Pick<ItemData, '_embedded'>): Entry {
  const [post] = embedded<ItemData>(comment as unknown as ItemData, 'up');
  const on = post === undefined ? '' : ` on ${stripAllTags(post.title?.rendered ?? '')}`;
  return {
    title: `${comment.author_name || 'Anonymous'}${on}`,
    link: comment.link,
    id: comment.link,
    author: comment.author_name,
    date: comment.date_gmt ?? comment.date,
    modified: comment.date_gmt ?? comment.date,
    categories: [],
    summary: comment.content.rendered,
    content: '',
  };
}
