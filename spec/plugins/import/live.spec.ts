import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { UserLoader } from '../../../core/index.ts';
import { createHost, definePlugin, type Host, RestError } from '../../../host/index.ts';
import { Autosaves } from '../../../plugins/autosaves/index.ts';
import { CommentStore } from '../../../plugins/comments/index.ts';
import { Database } from '../../../plugins/database/index.ts';
import { PASSWORD_VARIABLE } from '../../../plugins/import/live/credentials.ts';
import { MediaStorage } from '../../../plugins/media/index.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';
import { PostStore } from '../../../plugins/posts/index.ts';
import { TermStore } from '../../../plugins/terms/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { describeOnSqliteAndPostgres } from '../../support/on-databases.ts';
import { runCommand } from '../../support/run-command.ts';
import { serve } from '../../support/serve.ts';

const POSTS = 130;
const FILES = 3;

/** The failures of the site that is read, and the requests that it got. */
const faults = { stop: '', stumble: 0, fileOrigin: '' };
const asked: string[] = [];

const troubles = definePlugin({
  name: 'troubles',
  version: '1.0.0',
  description: 'Breaks off where a spec wants it.',
  capabilities: ['routes:*', 'authentication', 'content:write'],
  setup({ hooks }) {
    hooks.filter('rest_pre_dispatch').tap('troubles', (result, _server, request) => {
      const call = `${request.route}?page=${request.getParam('page') ?? ''}`;
      asked.push(call);
      if (faults.stumble > 0 && faults.stumble-- > 0) return new RestError('busy', 'Busy.', { status: 503 });
      return faults.stop === call ? new RestError('stopped', 'Stopped.', { status: 400 }) : result;
    });
    hooks.filter('wp_get_attachment_url').tap('troubles', (url) => {
      if (faults.fileOrigin === '') return url;
      return faults.fileOrigin + new URL(url).pathname;
    });
  },
});

describeOnSqliteAndPostgres('tappet import of a running site', (freshDatabase) => {
  let source: Host;
  let url: string;
  let folder: string;
  const targets: FullSite[] = [];

  before(async function () {
    this.timeout(120_000);
    folder = await mkdtemp(join(tmpdir(), 'tappet-live-'));
    source = await createHost({
      database: await freshDatabase(),
      logLevel: 'silent',
      plugins: { disabled: ['default-content'], folders: [troubles] },
      options: { media: { folder }, passwords: { cost: 10 } },
    });
    url = await source.listen(0, '127.0.0.1');
    await fill();
  });
  after(async () => {
    delete process.env[PASSWORD_VARIABLE];
    await source.close();
    for (const target of targets) await target.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    Object.assign(faults, { stop: '', stumble: 0, fileOrigin: '' });
    asked.length = 0;
  });

  async function fill(): Promise<void> {
    const { services } = source.generation;
    const [users, posts, terms] = [
      services.get('spec', UserStore),
      services.get('spec', PostStore),
      services.get('spec', TermStore),
    ];
    const comments = services.get('spec', CommentStore);
    for (const role of ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'writer']) {
      const login = role === 'administrator' ? 'admin' : role;
      await users.create({
        login,
        email: `${login}@example.org`,
        password: 'x',
        displayName: role === 'author' ? 'Author' : login,
        roles: [role === 'writer' ? 'author' : role],
      });
    }
    const flags = { porcelain: true };
    const [secret] = await runCommand(
      source.generation,
      'user application-password create',
      { user: 'admin', name: 'import' },
      flags,
    );
    process.env[PASSWORD_VARIABLE] = secret!;
    const image = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c33' } })
      .png()
      .toBuffer();
    const media: number[] = [];
    for (let n = 1; n <= FILES; n++) {
      const response = await fetch(`${url}/cms-json/cms/v2/media`, {
        method: 'POST',
        body: image,
        headers: {
          Authorization: `Basic ${btoa(`admin:${secret}`)}`,
          'Content-Type': 'image/png',
          'Content-Disposition': `attachment; filename="picture-${n}.png"`,
        },
      });
      media.push(((await response.json()) as { id: number }).id);
    }
    await fetch(`${url}/cms-json/cms/v2/media`, {
      method: 'POST',
      body: 'No image.',
      headers: {
        Authorization: `Basic ${btoa(`admin:${secret}`)}`,
        'Content-Type': 'text/plain',
        'Content-Disposition': 'attachment; filename="notes.txt"',
      },
    });
    const top = await terms.create('category', 'Top & <b>', { description: 'Above' });
    const below = await terms.create('category', 'Below', { parent: top.id });
    const tag = await terms.create('post_tag', '漢字');
    for (let n = 1; n <= POSTS; n++) {
      const date = `2026-01-02 03:04:${String(n % 60).padStart(2, '0')}`;
      const post = await posts.insert({
        title: `Post ${n} & more`,
        content: `<!-- wp:paragraph --><p>Text "${n}" 😀</p><!-- /wp:paragraph -->`,
        excerpt: n % 3 === 0 ? 'Short' : '',
        status: ['publish', 'publish', 'draft', 'private'][n % 4]!,
        date,
        dateGmt: n % 4 === 2 ? undefined : date,
        modified: date,
        modifiedGmt: date,
        author: n % 2 === 0 ? 6 : 2,
        categories: [n % 2 === 0 ? top.id : below.id],
        password: n % 50 === 1 ? 'secret' : '',
        metaInput: n % 10 === 0 ? { _thumbnail_id: String(media[n % FILES]) } : {},
      });
      if (n % 5 === 0) await terms.setObjectTerms(post.id, 'post_tag', [tag.id]);
      if (n === 9) await posts.setSticky(post.id, true);
      if (n % 8 !== 0) continue;
      const first = await comments.insert({
        post: post.id,
        authorName: 'Ann',
        content: `On ${n}`,
        date: '2026-02-03 04:05:06',
      });
      await comments.insert({
        post: post.id,
        parent: first.id,
        author: 6,
        authorName: 'W',
        content: 'Yes',
        approved: '0',
        date: '2026-02-03 04:05:07',
      });
    }
    const child = await posts.insert({
      type: 'page',
      title: 'Child',
      status: 'publish',
      parent: 0,
      date: '2026-01-02 03:04:05',
    });
    const parent = await posts.insert({
      type: 'page',
      title: 'Parent',
      status: 'publish',
      menuOrder: 4,
      date: '2026-01-02 03:04:05',
    });
    await fillPictured(posts, media[0]!);
    await fillOthers(posts, comments, child.id);
    const { db } = services.get('spec', Database);
    await db.updateTable('posts').set({ post_parent: parent.id }).where('ID', '=', child.id).execute();
  }

  /** A page with a picture and a link, which was changed twice: it has two revisions, and an autosave. */
  async function fillPictured(posts: PostStore, image: number): Promise<void> {
    const { services } = source.generation;
    const [file] = await services.get('spec', MetaStore).get('post', image, '_wp_attached_file');
    const picture = services.get('spec', MediaStorage).url(String(file).replace('.png', '-150x150.png'));
    const content = `<!-- wp:image {"id":${image}} --><img src="${picture}"><!-- /wp:image --><a href="${url}/parent/">`;
    const user = (await services.get('spec', UserLoader).load(2))!;
    const pictured = await posts.insert(
      { type: 'page', title: 'Pictured', content: 'First', status: 'publish', date: '2026-01-02 03:04:05' },
      { by: user },
    );
    for (const text of [content, `${content} more`]) await posts.update(pictured.id, { content: text }, { by: user });
    const autosaves = services.get('spec', Autosaves);
    await autosaves.save((await posts.byId(pictured.id))!, { content: 'Unsaved' }, user);
  }

  /** The records that lists show only on request: pings, spam, answers to them; and an item without an author. */
  async function fillOthers(posts: PostStore, comments: CommentStore, page: number): Promise<void> {
    const say = (input: object) =>
      comments.insert({ post: page, authorName: 'Other', content: 'x', date: '2026-02-03 05:05:06', ...input });
    const ping = await say({ type: 'pingback', content: 'Linked' });
    await say({ parent: ping.id, content: 'Thanks for the link' });
    const spam = await say({ approved: 'spam', content: 'Buy' });
    await say({ parent: spam.id, content: 'This is spam' });
    await posts.insert({ type: 'cms_block', title: 'Block', content: 'x', status: 'publish', author: 1 });
  }

  const open = async () => {
    const target = await buildFullSite({ database: await freshDatabase(), without: ['default-content'] });
    targets.push(target);
    return target;
  };

  const bring = ({ generation }: FullSite, flags: Record<string, string> = { user: 'admin' }, at = `${url}/cms-json`) =>
    runCommand(generation, 'import', { source: at }, flags);

  const FIELDS = {
    users: 'id,username,email,name',
    categories: 'id,name,slug,description,parent,count',
    tags: 'id,name,slug,description,count',
    media: 'id,slug,title,status,mime_type,media_details.width,media_details.file,media_details.filesize,date,author',
    posts:
      'id,date,date_gmt,modified,slug,status,title,content,excerpt,author,featured_media,sticky,categories,tags,password,guid',
    pages: 'id,date,slug,title,parent,menu_order',
    comments: 'id,post,parent,author,author_name,date,content,status,type',
    'comments?type=all&status=spam': 'id,parent,content,status,type',
    blocks: 'id,title,content,status',
  };

  /** The content of a site, as its interface shows it to an administrator. */
  async function contents(generation: Host['generation'], user: FullSite['users'][string]['user']) {
    const found: Record<string, unknown[]> = {};
    for (const [route, fields] of Object.entries(FIELDS)) {
      const status = { posts: '&status=any', pages: '&status=any', comments: '&status=all&type=all' }[route] ?? '';
      found[route] = [];
      for (let page = 1; ; page++) {
        const [name, query = ''] = route.split('?');
        const path = `/cms/v2/${name}?context=edit&per_page=100&orderby=id&order=asc&page=${page}&_fields=${fields}${status}&${query}`;
        const { json, status: code } = await serve(generation, 'GET', path, { user });
        expect(code, path).to.equal(200);
        found[route]!.push(...json);
        if (json.length < 100) break;
      }
    }
    return found;
  }

  /** The items of a site as its export writes them, line by line, without the addresses of the site itself. */
  async function exported(generation: Host['generation']): Promise<string[]> {
    const dir = await mkdtemp(join(folder, 'export-'));
    await runCommand(generation, 'export', {}, { dir });
    const text = await readFile(join(dir, (await readdir(dir))[0]!), 'utf8');
    const at = text.indexOf('<item>');
    return text.slice(at).replaceAll(generation.server.site.home, '').replaceAll(url, '').split('\n');
  }

  async function expectEqual(target: FullSite): Promise<void> {
    const admin = target.users.admin!.user;
    const [ours, theirs] = [await contents(target.generation, admin), await contents(source.generation, admin)];
    expect(theirs.posts).to.have.length(POSTS);
    for (const route of Object.keys(FIELDS)) expect(ours[route], route).to.deep.equal(theirs[route]);
    const [brought, given] = [await exported(target.generation), await exported(source.generation)];
    for (const [at, line] of given.entries()) expect(brought[at], `line ${at}`).to.equal(line);
    expect(brought).to.have.length(given.length);
    const storage = source.generation.services.get('spec', MediaStorage);
    const files = await target.files();
    expect(files).to.have.length(FILES * 3 + 1);
    const own = target.generation.services.get('spec', MediaStorage);
    const year = (theirs.media as { media_details: { file?: string } }[])[0]!.media_details.file!.replace(/[^/]*$/, '');
    for (const file of files) {
      const read = async (from: MediaStorage) => Buffer.concat(await (await from.read(year + file)).toArray());
      expect((await read(own)).equals(await read(storage)), file).to.equal(true);
    }
  }

  it('brings users, terms, files, items and comments, equal to those of the source', async function () {
    this.timeout(120_000);
    const target = await open();
    const lines = await bring(target);
    expect(lines[0]).to.equal(`Success: imported ${POSTS + FILES + 5} items, 3 terms and 1 authors.`);
    expect(lines[1]).to.equal('3 revisions came with them.');
    expect(lines[2]).to.equal(`36 comments and ${FILES * 3 + 1} files came with them.`);
    expect(lines.slice(3)).to.eql([]);
    await expectEqual(target);
    const { posts } = await target.generation.services
      .get('spec', PostStore)
      .query({ types: ['page', 'revision'], statuses: ['publish', 'inherit'] });
    const pictured = posts.filter(({ content }) => content.includes('<img'));
    expect(pictured.map(({ type }) => type).sort()).to.deep.equal(['page', 'revision', 'revision']);
    const { home } = target.generation.site;
    for (const { content } of pictured) {
      expect(content).to.not.include(url);
      expect(content)
        .to.match(/-150x150\.png">/)
        .and.include(`href="${home}/parent/"`)
        .and.include(`${home}/cms-content/uploads/`);
    }
  });

  it('continues after an interruption, and imports no record twice', async function () {
    this.timeout(120_000);
    const target = await open();
    for (const stop of ['/cms/v2/media?page=1', '/cms/v2/posts?page=2', '/cms/v2/comments?page=1']) {
      faults.stop = stop;
      const failure = await bring(target).catch((error) => error);
      expect(failure.name, stop).to.equal('CommandError');
      expect(failure.message).to.match(/answered with status 400$/);
    }
    faults.stop = '';
    const lines = await bring(target);
    expect(lines[1]).to.match(/items were there already\.$/);
    await expectEqual(target);
    expect((await bring(target))[0]).to.equal('Success: imported 0 items, 0 terms and 0 authors.');
    await expectEqual(target);
  });

  it('asks again when the site is busy, and finds the interface from the address of the site', async function () {
    this.timeout(120_000);
    const target = await open();
    faults.stumble = 1;
    const lines = await bring(target, {}, `${url}/cms-json/`);
    expect(lines[0]).to.match(/^Success/);
    const { json } = await serve(target.generation, 'GET', '/cms/v2/posts?per_page=100');
    expect(json).to.have.length(65);
    expect(await bring(target, {}, url)).to.include('Success: imported 0 items, 0 terms and 0 authors.');
  });

  describe('with files elsewhere', () => {
    let other: Server;
    const requests: (string | undefined)[] = [];

    before(async () => {
      other = createServer((request, response) => {
        requests.push(request.headers.authorization);
        response.end('<script>alert(1)</script>');
      });
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    });
    after(() => other.close());

    it('asks no other origin, unless it is allowed, and never with the password; takes no file of a false type', async function () {
      this.timeout(120_000);
      const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      faults.fileOrigin = origin;
      const target = await open();
      const lines = await bring(target);
      expect(lines.filter((line) => line.includes(`allow it by --allow_origin=${origin}`))).to.have.length(FILES + 1);
      expect(requests).to.deep.equal([]);
      const second = await open();
      faults.fileOrigin = origin;
      const allowed = await bring(second, { user: 'admin', allow_origin: origin });
      expect(allowed.filter((line) => line.endsWith('files of this type are not taken'))).to.have.length(FILES + 1);
      expect(requests).to.deep.equal(Array(FILES + 1).fill(undefined));
      expect(await second.files()).to.deep.equal([]);
    });
  });

  for (const [title, at, message] of [
    ['a page that is no interface', () => `${url}/healthz`, /neither the index of an interface nor a page/],
    ['an address that nothing answers at', () => `${url}/none`, /answered with status 404$/],
    ['what is no address', () => 'http://', /this is not an address/],
  ] as const) {
    it(`refuses ${title} in one line`, async () => {
      const failure = await bring(targets[0]!, {}, at()).catch((error) => error);
      expect(failure.name).to.equal('CommandError');
      expect(failure.message).to.match(message).and.not.include('\n');
    });
  }

  it('refuses a user whose password the site does not take, before anything is read', async () => {
    const failure = await bring(targets[0]!, { user: 'nobody' }).catch((error) => error);
    expect(failure.name).to.equal('CommandError');
    expect(failure.message).to.match(/: answered with status 401$/);
  });

  it('leaves out files that are larger than the given limit', async function () {
    this.timeout(60_000);
    const target = await open();
    const lines = await bring(target, { user: 'admin', max_file_size: '100' });
    expect(lines.filter((line) => line.includes('--max_file_size'))).to.have.length(FILES);
    expect(await target.files()).to.deep.equal(['notes.txt']);
  });
});
