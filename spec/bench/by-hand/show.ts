/** The items of the interface, made of rows by hand. */

/** A row of the database, whose columns this handler knows. */
// biome-ignore lint/suspicious/noExplicitAny: what a hand-written handler would do.
export type Row = Record<string, any>;

/** What is shown of items beside their rows, by their ids. */
export interface Related {
  /** Terms as rows with `term_id` and `taxonomy`. */
  readonly terms: ReadonlyMap<number, readonly Row[]>;
  /** How many revisions they have. */
  readonly revisions: ReadonlyMap<number, number>;
  /** Metadata as rows with `meta_key` and `meta_value`. */
  readonly meta: ReadonlyMap<number, readonly Row[]>;
}

/** The paragraphs of block markup, as the interface renders them. */
const rendered = (content: string) => content.replace(/<!-- \/?wp:.*? -->/g, '').replace(/^\n?(.*?)\n?$/s, '\n$1\n');

/** Rows by the value of a column. */
export function grouped(rows: readonly Row[], column: string): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row[column]!);
    if (group === undefined) groups.set(row[column]!, [row]);
    else group.push(row);
  }
  return groups;
}

/** Items as the interface shows them. */
export function show(rows: readonly Row[], { terms, revisions, meta }: Related, base: string): Row[] {
  const api = `${base}/cms-json/cms/v2`;
  return rows.map((row) => {
    const own = terms.get(row.ID) ?? [];
    const of = (taxonomy: string) => own.filter((term) => term.taxonomy === taxonomy).map((term) => term.term_id);
    const values = meta.get(row.ID) ?? [];
    const value = (key: string) => values.find((entry) => entry.meta_key === key)?.meta_value;
    const self = `${api}/posts/${row.ID}`;
    return {
      id: row.ID,
      date: row.post_date.replace(' ', 'T'),
      date_gmt: row.post_date_gmt.replace(' ', 'T'),
      guid: { rendered: row.guid },
      modified: row.post_modified.replace(' ', 'T'),
      modified_gmt: row.post_modified_gmt.replace(' ', 'T'),
      slug: row.post_name,
      status: row.post_status,
      type: row.post_type,
      link: `${base}/${row.post_date.slice(0, 10).replaceAll('-', '/')}/${row.post_name}/`,
      title: { rendered: row.post_title },
      content: { rendered: rendered(row.post_content), protected: false },
      excerpt: { rendered: `<p>${row.post_excerpt}</p>\n`, protected: false },
      author: row.post_author,
      featured_media: Number(value('_thumbnail_id') ?? 0),
      comment_status: row.comment_status,
      ping_status: row.ping_status,
      sticky: false,
      template: value('_wp_page_template') ?? '',
      format: 'standard',
      meta: [],
      categories: of('category'),
      tags: of('post_tag'),
      _links: {
        self: [{ href: self }],
        collection: [{ href: `${api}/posts` }],
        about: [{ href: `${api}/types/post` }],
        author: [{ embeddable: true, href: `${api}/users/${row.post_author}` }],
        replies: [{ embeddable: true, href: `${api}/comments?post=${row.ID}` }],
        'version-history': [{ count: revisions.get(row.ID) ?? 0, href: `${self}/revisions` }],
        'cms:attachment': [{ href: `${api}/media?parent=${row.ID}` }],
        'cms:term': [
          { taxonomy: 'category', embeddable: true, href: `${api}/categories?post=${row.ID}` },
          { taxonomy: 'post_tag', embeddable: true, href: `${api}/tags?post=${row.ID}` },
        ],
        curies: [{ name: 'cms', href: 'https://api.w.org/{rel}', templated: true }],
      },
    };
  });
}

/** The present time as it is stored. */
export const nowStored = (): string => new Date().toISOString().slice(0, 19).replace('T', ' ');

/** The slug that a title asks for. */
export const slugOf = (title: unknown): string =>
  String(title)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
