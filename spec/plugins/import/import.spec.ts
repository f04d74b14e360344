import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Database } from '../../../plugins/database/index.ts';
import { readWxr } from '../../../plugins/import/reader.ts';
import { toItem, toTerm } from '../../../plugins/import/records.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { runCommand } from '../../support/run-command.ts';
import { serve } from '../../support/serve.ts';

const FILE = fileURLToPath(new URL('../../fixtures/themeunittestdata.wordpress.xml', import.meta.url));

type Totals = Record<string, number>;

const count = (totals: Totals, key: string) => {
  totals[key] = (totals[key] ?? 0) + 1;
};

/** The content of the file, by type and status; terms are those it describes or that an item names. */
async function totalsOfFile(): Promise<Totals> {
  const totals: Totals = {};
  const terms = new Set<string>(['category uncategorized']);
  for await (const { element } of readWxr(FILE)) {
    if (element.name === 'wp:author') continue;
    if (element.name !== 'item') {
      const { taxonomy, slug } = toTerm(element);
      terms.add(`${taxonomy} ${slug}`);
      continue;
    }
    const item = toItem(element);
    count(totals, `${item.type} ${item.status}`);
    for (const comment of item.comments) count(totals, `comment ${comment.approved}`);
    for (const { taxonomy, slug } of item.terms) terms.add(`${taxonomy} ${slug}`);
  }
  for (const term of terms) if (/^(category|post_tag) /.test(term)) count(totals, term.split(' ')[0]!);
  return totals;
}

async function totalsOfSite({ generation }: FullSite): Promise<Totals> {
  const { db } = generation.services.get('spec', Database);
  const totals: Totals = {};
  const posts = await db.selectFrom('posts').select(['post_type', 'post_status']).execute();
  for (const { post_type, post_status } of posts) count(totals, `${post_type} ${post_status}`);
  const comments = await db.selectFrom('comments').select('comment_approved').execute();
  for (const { comment_approved } of comments) count(totals, `comment ${comment_approved}`);
  const terms = await db
    .selectFrom('term_taxonomy')
    .select('taxonomy')
    .where('taxonomy', 'in', ['category', 'post_tag'])
    .execute();
  for (const { taxonomy } of terms) count(totals, taxonomy);
  return totals;
}

/** Every row of every table that an import writes. */
async function everything({ generation }: FullSite): Promise<string> {
  const { db } = generation.services.get('spec', Database);
  const tables = ['posts', 'postmeta', 'terms', 'term_taxonomy', 'term_relationships', 'comments', 'users'] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows.map((table) => table.map((row) => JSON.stringify(row)).sort()));
}

const run = ({ generation }: FullSite, file: string, authors = 'create'): Promise<string[]> =>
  runCommand(generation, 'import', { source: file }, { authors });

describeOnDatabases('tappet import', (freshDatabase) => {
  let site: FullSite;
  let lines: string[];

  before(async function () {
    this.timeout(120_000);
    site = await buildFullSite({ database: await freshDatabase({ again: true }), without: ['default-content'] });
    lines = await run(site, FILE);
  });
  after(() => site.close());

  it('brings in every item, comment, category and tag of the file, by status', async () => {
    expect(await totalsOfSite(site)).to.deep.equal(await totalsOfFile());
  });

  it('reports what it imported, and leaves nothing out', () => {
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/^Success: imported 180 items, \d+ terms and 2 authors\.$/);
  });

  it('makes the authors and gives them their items', async () => {
    const { json } = await serve(site.generation, 'GET', '/cms/v2/users?per_page=100');
    const names = json.map(({ slug }: { slug: string }) => slug);
    expect(names).to.include.members(['themedemos', 'themereviewteam']);
  });

  it('keeps parents, stickiness, dates, guids and order of pages', async () => {
    const { json: sticky } = await serve(site.generation, 'GET', '/cms/v2/posts?sticky=true');
    expect(sticky.map(({ slug }: { slug: string }) => slug)).to.deep.equal(['template-sticky']);
    const { json: child } = await serve(site.generation, 'GET', '/cms/v2/pages?slug=page-with-comments');
    const { json: parent } = await serve(site.generation, 'GET', `/cms/v2/pages/${child[0].parent}`);
    expect(parent.slug).to.equal('about');
    expect(child[0].guid.rendered).to.equal('https://wpthemetestdata.wordpress.com/page-with-comments/');
    expect(child[0].date).to.equal('2007-09-04T10:47:47');
  });

  it('threads the comments', async () => {
    const { json } = await serve(site.generation, 'GET', '/cms/v2/comments?per_page=100');
    const ids = new Set(json.map(({ id }: { id: number }) => id));
    const answers = json.filter(({ parent }: { parent: number }) => parent !== 0);
    expect(answers).to.not.be.empty;
    for (const answer of answers) expect(ids).to.include(answer.parent);
  });

  it('changes nothing when the file is imported again', async function () {
    this.timeout(60_000);
    const before = await everything(site);
    const again = await run(site, FILE);
    expect(await everything(site)).to.equal(before);
    expect(again[0]).to.equal('Success: imported 0 items, 0 terms and 0 authors.');
  });

  it('serves a hundred items with all that they embed', async () => {
    const { status, json } = await serve(site.generation, 'GET', '/cms/v2/posts?per_page=100&_embed');
    expect(status).to.equal(200);
    expect(json).to.have.length(49);
    for (const post of json) expect(post._embedded.author[0]).to.have.property('name');
  });
});

describe('tappet import of invalid files', () => {
  let site: FullSite;
  let folder: string;

  before(async () => {
    site = await buildFullSite({ without: ['default-content'] });
    folder = await mkdtemp(join(tmpdir(), 'tappet-import-'));
  });
  after(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  const refusal = (file: string, authors?: string) =>
    run(site, file, authors).then(
      () => 'imported',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  it('leaves the database as it was when a file is malformed near its end', async function () {
    this.timeout(60_000);
    const file = join(folder, 'broken.xml');
    const text = await readFile(FILE, 'utf8');
    await writeFile(file, text.slice(0, text.lastIndexOf('</item>')));
    const before = await everything(site);
    expect(await refusal(file)).to.match(/^CommandError: .*broken\.xml: line \d+: .*; nothing was imported$/);
    expect(await everything(site)).to.equal(before);
  });

  it('refuses a missing file, and authors that are neither a rule nor a file', async () => {
    expect(await refusal(join(folder, 'none.xml'))).to.match(/none\.xml: there is no such file/);
    expect(await refusal(FILE, 'all')).to.match(/--authors=all: neither create nor skip/);
  });

  it('maps authors by a CSV file and gives the others to an administrator', async function () {
    this.timeout(60_000);
    const mapping = join(folder, 'authors.csv');
    await writeFile(mapping, 'old_user_login,new_user_login\nthemedemos,editor\n');
    const lines = await run(site, FILE, mapping);
    expect(lines[0]).to.match(/and 0 authors/);
    const { json } = await serve(site.generation, 'GET', '/cms/v2/posts?per_page=100&_fields=author');
    const { editor, admin } = site.users;
    const authors = new Set(json.map(({ author }: { author: number }) => author));
    expect([...authors].sort()).to.deep.equal([admin!.user.id, editor!.user.id].sort());
  });

  it('names items and comments whose date is none, and imports the others', async () => {
    const item = (id: number, date: string, more = '') =>
      `<item><title>Item ${id}</title><wp:post_id>${id}</wp:post_id><wp:post_date>${date}</wp:post_date>` +
      `<wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${more}</item>`;
    const comment = (id: number, date: string) =>
      `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>A</wp:comment_author>` +
      `<wp:comment_date>${date}</wp:comment_date><wp:comment_content>C${id}</wp:comment_content>` +
      '<wp:comment_approved>1</wp:comment_approved></wp:comment>';
    const file = join(folder, 'dates.xml');
    await writeFile(
      file,
      `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>
${item(8801, '2013-02-30 10:00:00')}${item(8802, '2013-02-28 10:00:00', comment(1, 'yesterday') + comment(2, '2013-03-01 00:00:00'))}
${item(8803, '0000-00-00 00:00:00')}${item(8804, '2013-01-01 00:00:00', '<wp:post_modified>soon</wp:post_modified>')}</channel></rss>`,
    );
    expect(await run(site, file)).to.deep.equal([
      'Success: imported 2 items, 0 terms and 0 authors.',
      'Left out post 8801 "Item 8801": "2013-02-30 10:00:00" is not a date.',
      'Left out post 8804 "Item 8804": "soon" is not a date.',
      'Left out comment 1 of post 8802: "yesterday" is not a date.',
    ]);
    const { json } = await serve(site.generation, 'GET', '/cms/v2/posts?include=8801,8802,8803,8804');
    expect(json.map(({ id }: { id: number }) => id)).to.have.members([8802, 8803]);
    const { json: comments } = await serve(site.generation, 'GET', '/cms/v2/comments?post=8802');
    expect(comments).to.have.length(1);
  });
});
