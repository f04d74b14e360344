import { expect } from 'chai';
import { dataOf, leadsTo, WrittenSite } from './written-site.ts';

describe('the pages of the editor', () => {
  let site: WrittenSite;
  let [editor, author, contributor, subscriber] = [] as unknown as { id: number; cookie: string }[];

  before(async () => {
    site = await WrittenSite.start({ built: true });
    editor = await site.signIn('editor');
    author = await site.signIn('author');
    contributor = await site.signIn('contributor');
    subscriber = await site.signIn('subscriber');
  });
  after(() => site.close());

  it('say in a line how to build the editor before it is built', async () => {
    const bare = await WrittenSite.start({ built: false });
    const answer = await bare.ask('/editor');
    expect(answer.status).to.equal(503);
    expect(await answer.text()).to.match(/^The block editor is not built yet: run "npx tappet editor build".*\n$/);
    expect((await bare.ask('/editor/assets/editor-ABCDEFGH.js')).status).to.equal(404);
    await bare.close();
  });

  it('lead a visitor who is not signed in to the login page and back', async () => {
    for (const path of ['/editor', '/editor/post.php?post=1&action=edit', '/editor/post-new.php?post_type=page']) {
      const way = new URL(leadsTo(await site.ask(path))!);
      expect(way.pathname).to.equal('/login');
      expect(way.searchParams.get('redirect_to')).to.equal(site.url + path);
    }
    expect(leadsTo(await site.send('/editor', '', { type: 'post' }))).to.include('/login?');
  });

  it('are refused to users who write nothing', async () => {
    expect((await site.ask('/editor', subscriber!.cookie)).status).to.equal(403);
    expect((await site.send('/editor', subscriber!.cookie, { type: 'post' })).status).to.equal(403);
  });

  describe('that list items', () => {
    it('show each item to users who may edit it', async () => {
      await site.write(author!.id, 'Of the author', 'draft');
      await site.write(editor!.id, 'Of the editor', 'draft');
      const list = async (cookie: string) => (await site.ask('/editor?status=draft', cookie)).text();
      expect(await list(author!.cookie))
        .to.include('Of the author')
        .and.not.to.include('Of the editor');
      expect(await list(editor!.cookie))
        .to.include('Of the author')
        .and.to.include('Of the editor');
    });

    it('offer the types that their reader writes', async () => {
      const names = async (cookie: string) =>
        [...(await (await site.ask('/editor', cookie)).text()).matchAll(/\?type=(\w+)"/g)].map(([, name]) => name);
      expect(new Set(await names(editor!.cookie))).to.include('page');
      expect(new Set(await names(author!.cookie))).not.to.include('page');
      expect((await site.ask('/editor?type=page', author!.cookie)).status).to.equal(403);
    });

    it('are narrowed down by status and words, in parts', async () => {
      for (let number = 1; number <= 21; number++) await site.write(editor!.id, `Part ${number}`);
      const ask = async (query: string) => (await site.ask(`/editor?type=post&${query}`, editor!.cookie)).text();
      expect(await ask('s=Part'))
        .to.include('Page 1 of 2, 21 in all')
        .and.to.include('s=Part&amp;paged=2');
      expect([...(await ask('s=Part&paged=2')).matchAll(/Part \d+<\/a>/g)]).to.have.length(1);
      expect(await ask('s=Part&status=draft')).to.include('There are no posts.');
      expect(await ask('s=Part&paged=9')).to.include('There are no posts.');
    });

    it('write titles as text, whatever they are', async () => {
      await site.write(editor!.id, '<img src=x onerror=alert(1)>"\'', 'pending');
      const page = await (await site.ask('/editor?status=pending', editor!.cookie)).text();
      expect(page).to.include('&lt;img src=x').and.not.to.include('<img');
      expect(await (await site.ask('/editor?s=%22%3E%3Cb%3E', editor!.cookie)).text()).not.to.include('"><b>');
    });

    it('run no script and load nothing', async () => {
      const { headers } = await site.ask('/editor', editor!.cookie);
      expect(headers.get('content-security-policy')).to.match(/^default-src 'none';.* style-src 'sha256-[^']+'$/);
      expect(headers.get('cache-control')).to.equal('no-store');
    });

    it('restore from the trash, by a form of their own alone', async () => {
      const { id } = await site.write(editor!.id, 'Thrown away');
      await site.posts.trash(id);
      const page = await (await site.ask('/editor?status=trash', editor!.cookie)).text();
      expect(page).to.include(`name="restore" value="${id}"`);
      const restore = (cookie: string, origin?: string) =>
        site.send('/editor', cookie, { restore: String(id) }, origin);
      expect((await restore(author!.cookie)).status).to.equal(404);
      expect((await restore(editor!.cookie, 'https://elsewhere.example')).status).to.equal(403);
      expect((await site.posts.byId(id))!.status).to.equal('trash');
      expect(leadsTo(await restore(editor!.cookie))).to.equal(`${site.url}/editor?type=post`);
      expect((await site.posts.byId(id))!.status).to.equal('draft');
    });
  });

  describe('that begin an item', () => {
    const begun = (answer: Response) => Number(new URL(leadsTo(answer)!).searchParams.get('post'));

    it('make one that shows nowhere, and lead to it', async () => {
      const answer = await site.send('/editor', author!.cookie, { type: 'post' });
      expect(leadsTo(answer)).to.match(/\/editor\/post\.php\?post=\d+&action=edit$/);
      const post = await site.posts.byId(begun(answer));
      expect(post).to.include({ type: 'post', status: 'auto-draft', author: author!.id });
      expect(await (await site.ask('/editor', author!.cookie)).text()).not.to.include('Auto Draft');
      const { item } = await dataOf(
        await site.ask(new URL(leadsTo(answer)!).pathname + new URL(leadsTo(answer)!).search, author!.cookie),
      );
      expect(item).to.eql({ id: post!.id, type: 'post', edits: { title: '', content: '', excerpt: '' } });
    });

    it('take no form of another site', async () => {
      const answer = await site.send('/editor', author!.cookie, { type: 'post' }, 'https://elsewhere.example');
      expect(answer.status).to.equal(403);
    });

    it('refuse types that are not theirs to write, or not there', async () => {
      for (const type of ['page', 'attachment', 'constructor']) {
        expect((await site.send('/editor', author!.cookie, { type })).status, type).to.equal(403);
      }
    });

    it('take a link from a page of their own, and lead any other to the list', async () => {
      const follow = (from: string) =>
        site.ask('/editor/post-new.php?post_type=page', editor!.cookie, { headers: { 'Sec-Fetch-Site': from } });
      expect((await site.posts.byId(begun(await follow('same-origin'))))!.type).to.equal('page');
      for (const from of ['cross-site', 'same-site', 'none', '']) {
        expect(leadsTo(await follow(from)), from).to.equal(`${site.url}/editor?type=page`);
      }
    });

    it('delete items that were never saved after a week', async () => {
      const old = await site.write(contributor!.id, 'Long ago', 'auto-draft');
      const other = await site.write(editor!.id, 'Long ago', 'auto-draft');
      for (const { id } of [old, other]) await site.age(id);
      const fresh = begun(await site.send('/editor', contributor!.cookie, { type: 'post' }));
      await site.send('/editor', contributor!.cookie, { type: 'post' });
      expect(await site.posts.byId(old.id)).to.equal(null);
      expect(await site.posts.byId(other.id)).not.to.equal(null);
      expect(await site.posts.byId(fresh)).not.to.equal(null);
    });
  });

  describe('of an item', () => {
    const show = (id: number, cookie: string) => site.ask(`/editor/post.php?post=${id}&action=edit`, cookie);

    it('are for users who may edit it, and hide from others whether it exists', async () => {
      const { id } = await site.write(editor!.id, 'Not yours');
      const { status, text } = await show(id, author!.cookie).then(async (answer) => ({
        status: answer.status,
        text: await answer.text(),
      }));
      expect(status).to.equal(404);
      expect(text).to.equal(await (await show(999_999, author!.cookie)).text());
      expect((await show(id, editor!.cookie)).status).to.equal(200);
    });

    it('are led to by a short address', async () => {
      expect(leadsTo(await site.ask('/editor?post=12', editor!.cookie))).to.equal(
        `${site.url}/editor/post.php?post=12&action=edit`,
      );
    });

    it('are led to by the address of a revision, if they may be seen', async () => {
      const { id } = await site.write(editor!.id, 'Revised');
      await site.posts.update(id, { content: 'Once' });
      await site.posts.update(id, { content: 'Twice' });
      const [revision] = (await site.posts.query({ types: ['revision'], statuses: ['inherit'], parents: [id] })).ids;
      const path = `/editor/revision.php?revision=${revision}`;
      expect(leadsTo(await site.ask(path, editor!.cookie))).to.match(
        new RegExp(`post=${id}&action=edit&revision=${revision}$`),
      );
      expect((await site.ask(path, author!.cookie)).status).to.equal(404);
      expect((await site.ask(`/editor/revision.php?revision=${id}`, editor!.cookie)).status).to.equal(404);
    });

    it('hand the script the answers that it will ask for, and a nonce that holds', async () => {
      const { id } = await site.write(editor!.id, '</script><script>alert(1)</script><!--');
      const answer = await show(id, editor!.cookie);
      const page = await answer.clone().text();
      expect(page).not.to.include('<script>');
      const { client, item } = await dataOf(answer);
      const { preloaded, nonce, root } = client;
      expect(item).to.eql({ id, type: 'post', edits: null });
      expect(preloaded[`/cms/v2/posts/${id}?context=edit`].body.title.raw).to.equal(
        '</script><script>alert(1)</script><!--',
      );
      expect(preloaded.OPTIONS['/cms/v2/media'].headers.Allow).to.equal('GET, POST');
      const asked = await fetch(`${root}cms/v2/users/me`, {
        headers: { cookie: editor!.cookie, 'X-CMS-Nonce': nonce },
      });
      expect(((await asked.json()) as { id: number }).id).to.equal(editor!.id);
    });

    it('show that autosaves are stored to clients with a session, and leave the answer to others unchanged', async () => {
      const { id } = await site.write(editor!.id, 'Autosaved');
      const { client } = await dataOf(await show(id, editor!.cookie));
      const supports = (preloaded: object) => (preloaded as { body: { supports: object } }).body.supports;
      expect(supports(client.preloaded['/cms/v2/types/post?context=edit'])).to.include({
        editor: true,
        autosave: true,
      });
      const plain = await site.answer('/cms/v2/types/post', { context: 'edit' }, editor!.id);
      expect((plain as { supports: object }).supports)
        .to.include({ editor: true })
        .and.not.to.include({ autosave: true });
    });

    it('run the scripts of the editor, and no others', async () => {
      const { id } = await site.write(editor!.id, 'Guarded');
      const policy = (await show(id, editor!.cookie)).headers.get('content-security-policy')!;
      expect(policy).to.include("default-src 'none'").and.to.include("script-src 'self';");
      expect(policy).to.include("frame-ancestors 'none'");
    });

    it('lead to the trash when it lies there', async () => {
      const { id } = await site.write(editor!.id, 'Gone');
      await site.posts.trash(id);
      expect(leadsTo(await show(id, editor!.cookie))).to.equal(`${site.url}/editor?type=post&status=trash`);
    });
  });

  describe('of assets', () => {
    it('serve the built files, compressed for clients that accept it, with caching without limit', async () => {
      const ask = (encoding: string) =>
        site.ask('/editor/assets/editor-ABCDEFGH.js', '', { headers: { 'Accept-Encoding': encoding } });
      const plain = await ask('identity');
      expect(await plain.text()).to.equal('plain');
      expect(plain.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      expect(plain.headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
      expect((await ask('gzip, br')).headers.get('content-encoding')).to.equal('br');
    });

    it('are sent without a word of the process about too many listeners', async () => {
      const warnings: Error[] = [];
      const record = (warning: Error) => void warnings.push(warning);
      process.on('warning', record);
      await (await site.ask('/editor/assets/editor-ABCDEFGH.js')).text();
      await new Promise(setImmediate);
      process.off('warning', record);
      expect(warnings).to.deep.equal([]);
    });

    it('give nothing else', async () => {
      const names = [
        'manifest.json',
        '..%2Fmanifest.json',
        'editor-ABCDEFGH.js.br',
        'other-ABCDEFGH.js',
        '%2e%2e%2fmanifest.json',
      ];
      for (const name of names) expect((await site.ask(`/editor/assets/${name}`)).status, name).to.equal(404);
    });
  });
});
