/**
 * Hand-written routes: Koa and pg, prepared statements, no layers. A list takes three: its items with their metadata and
 * counts of revisions, its total, and its terms, the first two at once; with the terms go the authors and comments that are
 * embedded. A search is not prepared, as its word decides how it is planned.
 */
import pg from 'pg';
import { PER_PAGE, serve } from '../by-hand/app.ts';
import { embed } from '../by-hand/embedded.ts';
import { grouped, nowStored, type Row, show, slugOf } from '../by-hand/show.ts';
import { settings } from '../processes/settings.ts';

const INT8 = 20;
pg.types.setTypeParser(INT8, Number);
const pool = new pg.Pool({ connectionString: settings.database });

type Runner = Pick<pg.Pool, 'query'>;

/** A statement that each connection prepares once. */
const prepared =
  (name: string, text: string) =>
  async (values: readonly unknown[], runner: Runner = pool): Promise<Row[]> =>
    (await runner.query<Row>({ name, text, values: [...values] })).rows;

const ITEMS = `select p.*,
    (select count(*) from wp_posts r where r.post_type = 'revision' and r.post_parent = p."ID") as revisions,
    (select meta_value from wp_postmeta m where m.post_id = p."ID" and meta_key = '_thumbnail_id' limit 1) as image,
    (select meta_value from wp_postmeta m where m.post_id = p."ID" and meta_key = '_wp_page_template' limit 1) as template
  from wp_posts p where p.post_type = 'post' and p.post_status = 'publish'`;
const PAGE = `order by post_date desc, "ID" desc limit ${PER_PAGE} offset $1`;
const list = prepared('list', `${ITEMS} ${PAGE}`);
const one = prepared('one', `${ITEMS} and p."ID" = $1`);
const total = prepared(
  'total',
  "select count(*) as total from wp_posts where post_type = 'post' and post_status = 'publish'",
);
const FOUND = ['title', 'excerpt', 'content']
  .map((text) => `tappet_unaccent(post_${text}) like tappet_unaccent($WORD)`)
  .join(' or ');
const planned = async (text: string, values: readonly unknown[]): Promise<Row[]> =>
  (await pool.query<Row>(text, [...values])).rows;
const search = (word: string, offset: number) =>
  planned(`${ITEMS} and (${FOUND.replaceAll('$WORD', '$2')}) ${PAGE}`, [offset, `%${word}%`]);
const searchTotal = (word: string) =>
  planned(
    `select count(*) as total from wp_posts where post_type = 'post' and post_status = 'publish'
      and (${FOUND.replaceAll('$WORD', '$1')})`,
    [`%${word}%`],
  );
// Item by item, since the planner would read all terms otherwise.
const termsOf = prepared(
  'terms',
  `select i.id as object_id, own.term_id, own.taxonomy from unnest($1::bigint[]) as i(id) cross join lateral (
     select t.term_id, tt.taxonomy, t.name from wp_term_relationships r
     join wp_term_taxonomy tt on tt.term_taxonomy_id = r.term_taxonomy_id
     join wp_terms t on t.term_id = tt.term_id where r.object_id = i.id offset 0) own order by own.name`,
);
const wholeTermsOf = prepared(
  'whole terms',
  `select i.id as object_id, own.* from unnest($1::bigint[]) as i(id) cross join lateral (
     select t.term_id, tt.taxonomy, tt.parent, t.name, t.slug, above.slug as above from wp_term_relationships r
     join wp_term_taxonomy tt on tt.term_taxonomy_id = r.term_taxonomy_id
     join wp_terms t on t.term_id = tt.term_id left join wp_terms above on above.term_id = tt.parent
     where r.object_id = i.id offset 0) own order by own.name`,
);
const authorsOf = prepared(
  'authors',
  `select u.*, (select meta_value from wp_usermeta m where m.user_id = u."ID" and meta_key = 'description' limit 1)
     as description from wp_users u where "ID" = any ($1::bigint[])`,
);
const commentsOf = prepared(
  'comments',
  `select own.* from unnest($1::bigint[]) as i(id) cross join lateral (
     select * from wp_comments where "comment_post_ID" = i.id and comment_approved = '1'
     order by comment_date_gmt desc, "comment_ID" desc limit 100) own`,
);
const slugIsTaken = prepared('slug', "select 1 from wp_posts where post_name = $1 and post_type = 'post'");
const insert = prepared(
  'insert',
  `insert into wp_posts (post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status,
    post_name, post_modified, post_modified_gmt, guid, to_ping, pinged, post_content_filtered)
   values (1, $1, $1, $2, $3, '', 'publish', $4, $1, $1, $5, '', '', '') returning *`,
);
const relate = prepared(
  'relate',
  `with term as (update wp_term_taxonomy set count = count + 1 where taxonomy = 'category' and term_id = $2
     returning term_taxonomy_id)
   insert into wp_term_relationships (object_id, term_taxonomy_id) select $1, term_taxonomy_id from term`,
);

async function shown(rows: readonly Row[], base: string, embeds = false): Promise<Row[]> {
  const ids = rows.map((row) => row.ID);
  if (!embeds) return withTerms(rows, await termsOf([ids]), base);
  const [found, authors, comments] = await Promise.all([
    wholeTermsOf([ids]),
    authorsOf([[...new Set(rows.map((row) => row.post_author))]]),
    commentsOf([ids]),
  ]);
  const items = withTerms(rows, found, base);
  const embedded = {
    authors: new Map(authors.map((row) => [row.ID as number, row])),
    terms: grouped(found, 'object_id'),
    comments: grouped(comments, 'comment_post_ID'),
  };
  embed(items, embedded, base);
  return items;
}

function withTerms(rows: readonly Row[], found: readonly Row[], base: string): Row[] {
  const terms = grouped(found, 'object_id');
  const revisions = new Map(rows.map((row) => [row.ID as number, (row.revisions ?? 0) as number]));
  const metaOf = ({ image, template }: Row) => [
    ...(image == null ? [] : [{ meta_key: '_thumbnail_id', meta_value: image }]),
    ...(template == null ? [] : [{ meta_key: '_wp_page_template', meta_value: template }]),
  ];
  const meta = new Map(rows.map((row) => [row.ID as number, metaOf(row)]));
  return show(rows, { terms, revisions, meta }, base);
}

async function create({ title, content, categories }: Row, base: string): Promise<Row> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const wanted = slugOf(title);
    let slug = wanted;
    for (let suffix = 2; (await slugIsTaken([slug], client)).length > 0; suffix++) slug = `${wanted}-${suffix}`;
    const [row] = await insert([nowStored(), content, title, slug, `${base}/?p=${Date.now()}`], client);
    for (const category of categories as number[]) await relate([row!.ID, category], client);
    await client.query('commit');
    return row!;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

serve({
  list: async (page, base, { search: word, embeds }) => {
    const offset = (page - 1) * PER_PAGE;
    const [rows, [count]] = await Promise.all(
      word === undefined ? [list([offset]), total([])] : [search(word, offset), searchTotal(word)],
    );
    return { items: await shown(rows, base, embeds), total: count!.total };
  },
  one: async (id, base) => (await shown(await one([id]), base))[0],
  create: async (input, base) => (await shown([await create(input, base)], base))[0]!,
});
