import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createBrand } from '../../../../core/site/index.ts';
import comments from '../../../../plugins/comments/index.ts';
import importer from '../../../../plugins/import/index.ts';
import { importWordPress, type WordPressReport } from '../../../../plugins/import/wordpress/import-wordpress.ts';
import media, { MediaStorage } from '../../../../plugins/media/index.ts';
import { buildContentSite, type ContentSite } from '../../../support/content-site.ts';
import {
  createMysqlDatabase,
  describeOnPostgres,
  type FreshDatabase,
  mysqlFailure,
} from '../../../support/on-databases.ts';
import { runCommand } from '../../../support/run-command.ts';
import { SourceDatabase } from './source-database.ts';

const ROLES =
  'a:1:{s:13:"administrator";a:2:{s:4:"name";s:13:"Administrator";s:12:"capabilities";a:1:{s:4:"read";b:1;}}}';
const POSTS = 1_300;
const HASH = '$P$BDTgPF3fqQwN1234567890abcdefgh.';

/** Fills a database with what is hard to copy. */
async function fill(source: SourceDatabase): Promise<void> {
  const post = (ID: number, more: object = {}) => ({
    ID,
    post_author: 7,
    post_date: '2020-01-02 03:04:05',
    post_date_gmt: ID % 2 === 0 ? '0000-00-00 00:00:00' : '2020-01-02 03:04:05',
    post_content: `<p>Text ${ID}: Ünïcödé 🦊 \\ ' " % \n</p>`,
    post_title: 'Ärger',
    post_excerpt: '',
    to_ping: '',
    pinged: '',
    post_content_filtered: '',
    post_name: 'aerger',
    guid: `https://old.example/?p=${ID}`,
    menu_order: -ID,
    post_status: 'publish',
    post_type: 'post',
    comment_count: ID === 10 ? 1 : 0,
    ...more,
  });
  await source.fill(
    'posts',
    Array.from({ length: POSTS }, (_, at) => post(10 + at * 3)),
  );
  await source.fill('posts', [post(9_007_199_254_740_000)]);
  await source.fill('postmeta', [
    { meta_id: 5, post_id: 10, meta_key: 'mine', meta_value: 'O:5:"Shape":1:{s:4:"side";i:3;}' },
    { meta_id: 6, post_id: 10, meta_key: null, meta_value: null },
    { meta_id: 9, post_id: 13, meta_key: 'empty', meta_value: '' },
    { meta_id: 11, post_id: 13, meta_key: 'private', meta_value: 'O:1:"A":1:{s:4:"\0A\0b";i:3;}' },
  ]);
  await source.fill('terms', [
    { term_id: 1, name: 'Uncategorized', slug: 'uncategorized' },
    { term_id: 4, name: 'Café', slug: 'cafe' },
  ]);
  await source.fill('term_taxonomy', [
    { term_taxonomy_id: 1, term_id: 1, taxonomy: 'category', description: '', count: POSTS },
    { term_taxonomy_id: 8, term_id: 4, taxonomy: 'post_tag', description: 'With é', count: 1 },
  ]);
  await source.fill('term_relationships', [
    ...Array.from({ length: POSTS }, (_, at) => ({ object_id: 10 + at * 3, term_taxonomy_id: 1 })),
    { object_id: 10, term_taxonomy_id: 8 },
  ]);
  await source.fill('comments', [
    {
      comment_ID: 3,
      comment_post_ID: 10,
      comment_author: 'Zoë',
      comment_date: '2020-02-03 00:00:00',
      comment_content: 'Ja',
      comment_approved: '1',
      user_id: 7,
    },
  ]);
  await source.fill('users', [
    {
      ID: 7,
      user_login: 'boss',
      user_pass: HASH,
      user_nicename: 'boss',
      user_email: 'boss@example.org',
      display_name: 'Böss',
    },
  ]);
  await source.fill('usermeta', [
    {
      umeta_id: 20,
      user_id: 7,
      meta_key: `${source.prefix}capabilities`,
      meta_value: 'a:1:{s:13:"administrator";b:1;}',
    },
    { umeta_id: 21, user_id: 7, meta_key: 'nickname', meta_value: 'boss' },
  ]);
  await source.fill('options', [
    { option_id: 1, option_name: 'siteurl', option_value: 'https://old.example', autoload: 'on' },
    { option_id: 30, option_name: 'blogname', option_value: 'Of old', autoload: 'yes' },
    { option_id: 43, option_name: `${source.prefix}user_roles`, option_value: ROLES, autoload: 'yes' },
    { option_id: 70, option_name: 'of_a_plugin', option_value: 'x', autoload: 'no' },
  ]);
  await source.run(`create table ${source.prefix}shop_orders (id bigint primary key);
    create table ${source.prefix}links (link_id bigint unsigned primary key, link_url varchar(255) not null,
      link_name varchar(255) not null, link_image varchar(255) not null default '', link_target varchar(25) not null default '',
      link_description varchar(255) not null default '', link_visible varchar(20) not null default 'Y',
      link_owner bigint unsigned not null default 1, link_rating int not null default 0,
      link_updated datetime not null default '0000-00-00 00:00:00', link_rel varchar(255) not null default '',
      link_notes mediumtext not null, link_rss varchar(255) not null default '');
    insert into ${source.prefix}links (link_id, link_url, link_name, link_notes) values (2, 'https://other.example', 'Other', '')`);
}

if (mysqlFailure === undefined) {
  describe('the copy of a WordPress on SQLite', () => facts(async () => 'sqlite::memory:'));
  describeOnPostgres('the copy of a WordPress', facts);
  describe('the copy of a WordPress into the same database', itself);
} else {
  describe('the copy of a WordPress', () => {
    it('skipped, for no MariaDB answers; name one in TEST_MYSQL_URL', function () {
      this.skip();
    });
  });
}

function itself(): void {
  it('is refused', async () => {
    const { address, drop } = await createMysqlDatabase();
    const { generation } = await buildContentSite([comments, importer], {
      site: { brand: createBrand('wp') },
      options: { database: { url: address, searchIndex: false } },
    });
    const failed = await runCommand(generation, 'import', { source: address }, { replace: true }).catch(
      (error: Error) => error.message,
    );
    expect(failed).to.equal('the site is that database itself; name another one with --database');
    await generation.dispose();
    await drop();
  });
}

function facts(freshDatabase: FreshDatabase): void {
  let source: SourceDatabase;
  let folder: string;
  let uploads: string;
  const sites: ContentSite[] = [];

  before(async () => {
    source = await SourceDatabase.create('alt_');
    await fill(source);
    folder = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
    uploads = join(folder, 'uploads');
    await mkdir(join(uploads, '2020/01'), { recursive: true });
    for (const name of ['2020/01/a.jpg', 'index.php', '.htaccess', 'notes.txt'])
      await writeFile(join(uploads, name), name);
  });
  after(async () => {
    for (const { generation } of sites) await generation.dispose();
    await source.drop();
    await rm(folder, { recursive: true });
  });

  async function emptySite(brand = 'wp', database?: string): Promise<ContentSite> {
    const files = await mkdtemp(join(folder, 'site-'));
    const site = await buildContentSite([comments, media, importer], {
      site: { brand: createBrand(brand) },
      options: { database: { url: database ?? (await freshDatabase()), searchIndex: false }, media: { folder: files } },
    });
    sites.push(site);
    return site;
  }

  const bring = (site: ContentSite, flags: Record<string, string | boolean> = {}) =>
    runCommand(site.generation, 'import', { source: source.address }, { table_prefix: 'alt_', uploads, ...flags });

  /** Copies by the function itself, which breaks off when so many rows are stored. */
  function bringUntil(site: ContentSite, rows: number): Promise<WordPressReport> {
    const { generation, database } = site;
    const show = (position: number) => {
      if (position >= rows) throw new Error('stopped');
    };
    return importWordPress(
      { database: source.address, prefix: 'alt_' },
      { replaces: false, files: false },
      { database, brand: generation.server.site.brand, storage: undefined },
      { track: () => show, progress: () => undefined },
    );
  }

  async function rows(
    { database }: ContentSite,
    table: 'posts' | 'options' | 'users' | 'usermeta' | 'postmeta',
  ): Promise<Record<string, unknown>[]> {
    const found = (await database.db.selectFrom(table).selectAll().execute()) as Record<string, unknown>[];
    const idOf = (row: object) => Number(Object.values(row)[0]);
    return found.sort((one, other) => idOf(one) - idOf(other));
  }

  const blogname = async (site: ContentSite) =>
    (await rows(site, 'options')).find(({ option_name }) => option_name === 'blogname')!.option_value;

  describe('into a new site', () => {
    let site: ContentSite;
    let lines: string[];
    before(async () => {
      site = await emptySite();
      lines = await bring(site);
    });

    it('has every row with its id, zero dates, accents and bytes as they are', async () => {
      const posts = await rows(site, 'posts');
      expect(posts).to.have.lengthOf(POSTS + 1);
      expect(posts[0]).to.include({
        ID: 10,
        post_date_gmt: '0000-00-00 00:00:00',
        post_title: 'Ärger',
        menu_order: -10,
      });
      expect(posts[0]!.post_content).to.equal(`<p>Text 10: Ünïcödé 🦊 \\ ' " % \n</p>`);
      expect(posts.at(-1)!.ID).to.equal(9_007_199_254_740_000);
      expect(lines)
        .to.include(`posts: ${POSTS + 1} rows`)
        .and.include('Success: every table is as in the source.');
    });

    it('has users with their passwords, and roles under the prefix of the site', async () => {
      expect((await rows(site, 'users'))[0]).to.include({ ID: 7, user_pass: HASH, display_name: 'Böss' });
      const keys = (await rows(site, 'usermeta')).map(({ umeta_id, meta_key }) => [umeta_id, meta_key]);
      expect(keys).to.eql([
        [20, 'wp_capabilities'],
        [21, 'nickname'],
      ]);
    });

    it('has the options with their ids, and those of the site that the source has not behind them', async () => {
      const options = await rows(site, 'options');
      const optionOf = (name: string) => options.find(({ option_name }) => option_name === name);
      expect(optionOf('blogname')).to.include({ option_id: 30, option_value: 'Of old' });
      expect(optionOf('wp_user_roles')).to.include({ option_id: 43, option_value: ROLES });
      expect(optionOf('siteurl')).to.include({ option_id: 1, autoload: 'on' });
      expect(Number(optionOf('posts_per_page')!.option_id)).to.be.within(71, 200);
      expect(new Set(options.map(({ option_name }) => option_name)).size).to.equal(options.length);
    });

    it('has derived counts that are right', async () => {
      expect(await runCommand(site.generation, 'db check')).to.eql(['Success: the database is sound.']);
    });

    it('has links, and names the tables that belong to PHP plugins', async () => {
      const links = await site.database.db
        .selectFrom('wp_links' as never)
        .selectAll()
        .execute();
      expect(links).to.have.lengthOf(1);
      expect(links[0]).to.include({ link_url: 'https://other.example', link_updated: '0000-00-00 00:00:00' });
      expect(lines).to.include('Left out, as they belong to PHP plugins: alt_shop_orders');
    });

    it('has the files, but those that a web server runs', async () => {
      const storage = site.generation.services.get('spec', MediaStorage);
      const there = await Promise.all(['2020/01/a.jpg', 'notes.txt', 'index.php'].map((path) => storage.exists(path)));
      expect(there).to.eql([true, true, false]);
      expect(lines).to.include('2 files were copied, 0 were there.');
      expect(lines).to.include('Left out 2 files that are hidden, or that a web server runs.');
    });

    it('has rows whose bytes the database can hold, and names the others', async () => {
      const values = (await rows(site, 'postmeta')).map(({ meta_value }) => meta_value);
      const line = 'Left out 1 rows with a character that PostgreSQL cannot hold: postmeta 11';
      if (site.database.dialect === 'postgres') expect(lines).to.include(line);
      else expect(values).to.include('O:1:"A":1:{s:4:"\0A\0b";i:3;}');
    });

    it('gives new rows ids behind those of the source', async () => {
      const made = await site.terms.create('post_tag', 'New');
      expect(made.id).to.equal(5);
    });

    it('is compared with the source when it is made again, and told where it differs', async () => {
      expect(await bring(site)).to.include('Success: the site is as the source; nothing had to be copied.');
      await source.run("update alt_options set option_value = 'Renamed' where option_id = 30");
      const failed = await bring(site).catch((error: Error) => error.message);
      expect(failed).to.include('not as in the source: table options');
      await bring(site, { replace: true });
      expect(await blogname(site)).to.equal('Renamed');
      expect(await rows(site, 'posts')).to.have.lengthOf(POSTS + 1);
    });
  });

  it('goes on after a stop, and ends as one that was not stopped', async () => {
    const site = await emptySite();
    for (const stop of [400, 1_100, 2_000]) {
      const stopped = await bringUntil(site, stop).catch((error: Error) => error.message);
      expect(stopped, `at ${stop}`).to.equal('stopped');
      if (stop > POSTS) continue;
      // A site that is started in between, without terms as yet, makes a category for itself.
      const { db } = site.database;
      const own = { term_id: 1000 + stop, name: 'Own', slug: 'own' };
      await db.insertInto('terms').values(own).execute();
    }
    const { tables, different } = await bringUntil(site, Number.POSITIVE_INFINITY);
    expect(different).to.eql([]);
    expect(tables!.rows.get('posts')).to.equal(POSTS + 1);
    expect((await site.database.db.selectFrom('terms').selectAll().execute()).map(({ term_id }) => term_id)).to.eql([
      1, 4,
    ]);
    expect(tables!.rows.get('term_relationships')).to.equal(POSTS + 1);
    const options = (await rows(site, 'options')).map(({ option_name }) => option_name);
    expect(options).to.include.members(['of_a_plugin', 'posts_per_page']);
    expect(new Set(options).size).to.equal(options.length);
  });

  it('refuses a site that has content, unless that is to be removed', async () => {
    const site = await emptySite();
    await site.publish({ title: 'Here' });
    const failed = await bring(site).catch((error: Error) => error.message);
    expect(failed).to.equal('the site has 1 posts already; name an empty database, or say --replace');
    expect(await bring(site, { replace: true })).to.include('Success: every table is as in the source.');
    expect((await rows(site, 'posts')).map(({ post_title }) => post_title)).to.not.include('Here');
  });

  it('refuses a brand with other names, a wrong prefix, and a server that is not there', async () => {
    const failure = (site: ContentSite, address: string, flags: Record<string, string>) =>
      runCommand(site.generation, 'import', { source: address }, flags).catch((error: Error) => error.message);
    expect(await failure(await emptySite('cms'), source.address, { table_prefix: 'alt_' })).to.include(
      'add --brand=wp',
    );
    const site = await emptySite();
    expect(await failure(site, source.address, {})).to.equal(
      'the database has no table wp_posts; name the prefix: --table_prefix=alt_',
    );
    expect(await failure(site, 'mysql://nobody:secret@127.0.0.1:1/x', {}))
      .to.match(/^mysql:.*ECONNREFUSED/)
      .and.not.include('secret');
    expect(await failure(site, source.address, { table_prefix: 'a-b' })).to.include('not the beginning of a name');
  });

  it('leaves a file of the site alone that has the place of another one, and says so', async () => {
    const site = await emptySite();
    const storage = site.generation.services.get('spec', MediaStorage);
    await storage.put('notes.txt', Buffer.from('mine'));
    const failed = await bring(site).catch((error: Error) => error.message);
    expect(failed).to.include('not as in the source: notes.txt');
    expect(await readFile(join(uploads, 'notes.txt'), 'utf8')).to.equal('notes.txt');
  });
}
