import type { Selectable } from 'kysely';
import { RequestContext } from '../../core/index.ts';
import { type Brand, parseStoredDate } from '../../core/site/index.ts';
import type { PostsTable } from '../database/index.ts';
import { ATTACHMENT_SOURCE } from '../import/index.ts';
import { FILE } from '../media/index.ts';
import { fromRow } from '../posts/index.ts';
import type { Term } from '../terms/index.ts';
import { commented, writeComments } from './comments.ts';
import type { ExportDependencies } from './dependencies.ts';
import { chosenPosts, type ExportFilter } from './filter.ts';
import type { Write } from './output.ts';
import { portableKey, portableName } from './portable-name.ts';
import { revisedItems, revisionsOfItem } from './revisions.ts';
import { metaElements, type StoredMeta, storedMeta } from './stored-meta.ts';
import type { XmlText } from './xml.ts';

/** How many items are read at once. */
const BATCH = 50;
/** Metadata of an editing session, and the internal metadata of an import. */
const LEFT_OUT: ReadonlySet<string> = new Set(['_edit_lock', '_edit_last', ATTACHMENT_SOURCE]);

type PostRow = Selectable<PostsTable>;

/** Writes items, a few at a time: the memory of an export does not grow with the site. */
export class ItemWriter {
  readonly #dependencies: ExportDependencies;
  readonly #xml: XmlText;
  readonly #write: Write;
  /** The logins of authors by id. */
  readonly #logins: ReadonlyMap<number, string>;
  readonly #sticky: ReadonlySet<number>;

  constructor(dependencies: ExportDependencies, xml: XmlText, write: Write, logins: ReadonlyMap<number, string>) {
    this.#dependencies = dependencies;
    this.#xml = xml;
    this.#write = write;
    this.#logins = logins;
    const sticky = dependencies.options.get<unknown>('sticky_posts', []);
    this.#sticky = new Set(Array.isArray(sticky) ? sticky.map(Number) : []);
  }

  /** How many revisions are written. */
  revisions = 0;

  /** Writes the chosen items by id; yields how many items are written after each part. */
  async *writeAll(filter: ExportFilter): AsyncGenerator<number> {
    let written = 0;
    for (let last = 0; ; ) {
      const rows = await chosenPosts(this.#dependencies.database, filter)
        .selectAll('posts')
        .where('posts.ID', '>', last)
        .orderBy('posts.ID')
        .limit(BATCH)
        .execute();
      if (rows.length === 0) return;
      await this.#writeBatch(rows, filter);
      written += rows.length;
      yield written;
      last = Number(rows.at(-1)!.ID);
    }
  }

  async #writeBatch(rows: readonly PostRow[], { comments, revisions }: ExportFilter): Promise<void> {
    const { database, terms, taxonomies } = this.#dependencies;
    const ids = rows.map((row) => Number(row.ID));
    const names = taxonomies.all().map(({ name }) => name);
    const [metas, related, discussed, revised] = [
      await storedMeta(database, 'post', ids),
      await terms.ofObjects(ids, names),
      comments ? await commented(database, ids) : new Set<number>(),
      revisions ? await revisedItems(database, ids) : new Set<number>(),
    ];
    const links = await this.#linksTo(rows);
    for (const row of rows) {
      const id = Number(row.ID);
      await this.#write(await this.#item(row, links.get(id) ?? '', related.get(id) ?? [], metas.get(id) ?? []));
      if (discussed.has(id)) await writeComments(database, id, this.#xml, this.#write);
      await this.#write('</item>\n');
      if (revised.has(id)) await this.#writeRevisions(id);
    }
  }

  /** The addresses of items, which are looked up together. */
  async #linksTo(rows: readonly PostRow[]): Promise<Map<number, string>> {
    const context = new RequestContext({});
    const { permalinks } = this.#dependencies;
    const link = async (row: PostRow) => [Number(row.ID), await permalinks.forPost(fromRow(row), context)] as const;
    return new Map(await Promise.all(rows.map(link)));
  }

  /** Writes the revisions of an item, by id, which follow it as items of their own. */
  async #writeRevisions(item: number): Promise<void> {
    const { database } = this.#dependencies;
    for await (const rows of revisionsOfItem(database, item)) {
      const metas = await storedMeta(
        database,
        'post',
        rows.map((row) => Number(row.ID)),
      );
      for (const row of rows) {
        await this.#write(await this.#item(row, row.guid, [], metas.get(Number(row.ID)) ?? []));
        await this.#write('</item>\n');
      }
      this.revisions += rows.length;
    }
  }

  /** An item but for its comments and its end. */
  async #item(row: PostRow, link: string, terms: readonly Term[], metas: readonly StoredMeta[]): Promise<string> {
    const xml = this.#xml;
    const id = Number(row.ID);
    const published = parseStoredDate(row.post_date_gmt);
    return [
      '<item>',
      xml.element('title', row.post_title),
      `<link>${xml.escaped(link)}</link>`,
      published === null ? '' : `<pubDate>${new Date(published * 1000).toUTCString()}</pubDate>`,
      xml.element('dc:creator', this.#logins.get(Number(row.post_author)) ?? ''),
      `<guid isPermaLink="false">${xml.escaped(row.guid)}</guid>`,
      '<description></description>',
      xml.element('content:encoded', row.post_content),
      xml.element('excerpt:encoded', row.post_excerpt),
      `<wp:post_id>${id}</wp:post_id>`,
      xml.element('wp:post_date', row.post_date),
      xml.element('wp:post_date_gmt', row.post_date_gmt),
      xml.element('wp:post_modified', row.post_modified),
      xml.element('wp:post_modified_gmt', row.post_modified_gmt),
      xml.element('wp:comment_status', row.comment_status),
      xml.element('wp:ping_status', row.ping_status),
      xml.element('wp:post_name', row.post_name),
      xml.element('wp:status', row.post_status),
      `<wp:post_parent>${row.post_parent}</wp:post_parent>`,
      `<wp:menu_order>${row.menu_order}</wp:menu_order>`,
      xml.element('wp:post_type', portableName(row.post_type, this.#dependencies.brand)),
      xml.element('wp:post_password', row.post_password),
      `<wp:is_sticky>${this.#sticky.has(id) ? 1 : 0}</wp:is_sticky>`,
      row.post_type === 'attachment' ? xml.element('wp:attachment_url', await this.#fileUrl(row, metas)) : '',
      ...[...terms].sort(byTaxonomyAndSlug).map((term) => categoryElement(term, xml, this.#dependencies.brand)),
      '\n',
      metaElements(
        'wp:postmeta',
        metas
          .filter(({ key }) => !LEFT_OUT.has(key))
          .map(({ key, value }) => ({ key: portableKey(key, this.#dependencies.brand), value })),
        xml,
      ),
    ].join('');
  }

  /** Where the file of an attachment is: here, or where it was imported from without its file. */
  async #fileUrl(row: PostRow, metas: readonly StoredMeta[]): Promise<string> {
    const storedUnder = (name: string) => metas.find(({ key }) => key === name)?.value ?? '';
    const { storage } = this.#dependencies;
    const [path, source] = [storedUnder(FILE), storedUnder(ATTACHMENT_SOURCE)];
    try {
      if (storage !== undefined && path !== '' && (source === '' || (await storage.exists(path))))
        return storage.url(path);
    } catch (error) {
      // A path that leads out of the folder of files is not exported.
      if (!(error instanceof TypeError)) throw error;
    }
    return source || row.guid;
  }
}

const byTaxonomyAndSlug = (a: Term, b: Term): number => {
  const [left, right] = [`${a.taxonomy} ${a.slug}`, `${b.taxonomy} ${b.slug}`];
  return left < right ? -1 : left > right ? 1 : 0;
};

const categoryElement = ({ taxonomy, slug, name }: Term, xml: XmlText, brand: Brand): string =>
  `<category domain="${xml.escaped(portableName(taxonomy, brand))}" nicename="${xml.escaped(slug)}">${xml.cdata(name)}</category>`;
