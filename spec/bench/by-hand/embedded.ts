/** What `_embed` adds to the items of the interface, made of rows by hand. */
import { createHash } from 'node:crypto';
import type { Row } from './show.ts';

/** Rows of what is embedded: users by their ids; terms, with the slugs of their parents, and comments by items. */
export interface Embedded {
  readonly authors: ReadonlyMap<number, Row>;
  readonly terms: ReadonlyMap<number, readonly Row[]>;
  readonly comments: ReadonlyMap<number, readonly Row[]>;
}

/** The addresses of a picture of three sizes. */
function avatars(email: string): Row {
  const hash = createHash('md5').update(email.trim().toLowerCase()).digest('hex');
  const host = `http://${Number.parseInt(hash[0]!, 16) % 3}.gravatar.com`;
  return Object.fromEntries([24, 48, 96].map((size) => [size, `${host}/avatar/${hash}?s=${size}&d=mm&r=g`]));
}

/** Adds `_embedded` to items: their authors, comments, categories and tags. */
export function embed(items: readonly Row[], { authors, terms, comments }: Embedded, base: string): void {
  const api = `${base}/cms-json/cms/v2`;
  const links = (collection: string, id: number) => ({
    self: [{ href: `${api}/${collection}/${id}` }],
    collection: [{ href: `${api}/${collection}` }],
  });
  const authorOf = (row: Row) => ({
    id: row.ID,
    name: row.display_name,
    url: row.user_url,
    description: row.description ?? '',
    link: `${base}/author/${row.user_nicename}/`,
    slug: row.user_nicename,
    avatar_urls: avatars(row.user_email),
    _links: links('users', row.ID),
  });
  const termOf = (row: Row) => {
    const isCategory = row.taxonomy === 'category';
    const collection = isCategory ? 'categories' : 'tags';
    const path = row.above === null ? row.slug : `${row.above}/${row.slug}`;
    return {
      id: row.term_id,
      name: row.name,
      slug: row.slug,
      taxonomy: row.taxonomy,
      link: `${base}/${isCategory ? 'category' : 'tag'}/${path}/`,
      _links: {
        ...links(collection, row.term_id),
        about: [{ href: `${api}/taxonomies/${row.taxonomy}` }],
        ...(row.parent > 0 && { up: [{ embeddable: true, href: `${api}/categories/${row.parent}` }] }),
        'cms:post_type': [{ href: `${api}/posts?${collection}=${row.term_id}` }],
        curies: [{ name: 'cms', href: 'https://api.w.org/{rel}', templated: true }],
      },
    };
  };
  const commentOf = (row: Row, item: Row) => ({
    id: row.comment_ID,
    parent: row.comment_parent,
    author: row.user_id,
    author_name: row.comment_author,
    author_url: row.comment_author_url,
    date: row.comment_date.replace(' ', 'T'),
    content: { rendered: `<p>${row.comment_content}</p>\n` },
    link: `${item.link}#comment-${row.comment_ID}`,
    type: 'comment',
    author_avatar_urls: avatars(row.comment_author_email),
    _links: {
      ...links('comments', row.comment_ID),
      up: [{ embeddable: true, post_type: 'post', href: `${api}/posts/${item.id}` }],
    },
  });
  for (const item of items) {
    const own = (terms.get(item.id) ?? []).map(termOf);
    const replies = (comments.get(item.id) ?? []).map((row) => commentOf(row, item));
    item._embedded = {
      author: [authorOf(authors.get(item.author)!)],
      ...(replies.length > 0 && { replies: [replies] }),
      'cms:term': ['category', 'post_tag'].map((name) => own.filter(({ taxonomy }) => taxonomy === name)),
    };
  }
}
