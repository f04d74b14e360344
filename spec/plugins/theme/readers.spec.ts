import { expect } from 'chai';
import { ThemeSite, type Visitor } from './theme-site.ts';

describe('who may read what on the theme’s pages', () => {
  let site: ThemeSite;
  let anyone: Visitor;
  let editor: Visitor;
  let subscriber: Visitor;

  before(async () => {
    site = await ThemeSite.start();
    anyone = site.visitor();
    editor = await site.signedIn('editor', 'editor');
    subscriber = await site.signedIn('subscriber', 'subscriber');
  });
  after(() => site.close());

  for (const status of ['draft', 'pending', 'future', 'private', 'trash'] as const) {
    it(`shows what is ${status} to editors alone`, async () => {
      const date = status === 'future' ? '2099-01-01 00:00:00' : '2026-01-02 03:04:05';
      const { id } = await site.posts.insert({
        type: 'post',
        title: `Kept ${status}`,
        content: 'Hidden words',
        status,
        date,
      });
      for (const visitor of [anyone, subscriber]) {
        for (const path of [`/?p=${id}`, `/?p=${id}&preview=true`, `/?page_id=${id}`, `/2026/01/02/kept-${status}/`]) {
          const { status: answered, text } = await visitor.ask(path);
          expect(answered, path).to.equal(404);
          expect(text).to.not.include('Hidden').and.not.include('Kept');
        }
      }
      const own = status === 'private' ? '/2026/01/02/kept-private/' : `/?p=${id}`;
      expect(await editor.main(own)).to.include('Hidden words');
      expect((await anyone.ask('/?s=Hidden')).text).to.not.include('Kept');
      expect((await anyone.ask('/')).text).to.not.include('Kept');
    });
  }

  it('says of a draft that it is one, and caches no page for signed-in users', async () => {
    const { id } = await site.posts.insert({ type: 'post', title: 'Half', content: 'Half done', status: 'draft' });
    const { text, headers } = await editor.ask(`/?p=${id}&preview=true`);
    expect(text).to.include('This is a preview.').and.include('content="noindex"');
    expect(headers.get('cache-control')).to.equal('private, no-store');
    expect(headers.get('etag')).to.equal(null);
  });

  it('shows the newest autosave in a preview, and not otherwise', async () => {
    const { id } = await site.publish({ title: 'Stored', content: 'As it is', name: 'stored' });
    await site.autosave({ id }, { title: 'Changed', content: 'As it will be' });
    expect(await editor.main(`/?p=${id}&preview=true`))
      .to.include('As it will be')
      .and.include('Changed');
    expect(await editor.main('/2026/01/02/stored/')).to.include('As it is');
    for (const visitor of [anyone, subscriber]) {
      expect(await visitor.main(`/?p=${id}&preview=true`))
        .to.include('As it is')
        .and.not.include('will be');
    }
  });

  for (const [date, when, shown] of [
    ['2026-01-02 03:04:04', 'not one stored before the item was', 'As it is'],
    ['2026-01-02 03:04:05', 'one stored in the same second too', 'As it will be'],
  ] as const) {
    it(`shows the newest autosave in a preview, ${when}`, async () => {
      const post = await site.publish({ title: 'Timed', content: 'As it is' });
      await site.autosave(post, { title: 'Timed', content: 'As it will be', date });
      expect(await editor.main(`/?p=${post.id}&preview=true`)).to.include(shown);
    });
  }

  it('shows no item of a type that is not for the public', async () => {
    const { id } = await site.publish({ type: 'cms_block', title: 'Reused', content: 'Block' });
    const { id: revision } = await site.posts.insert({ type: 'revision', status: 'inherit', title: 'Was', parent: id });
    for (const one of [id, revision]) expect((await editor.ask(`/?p=${one}`)).status).to.equal(404);
  });

  describe('of an item with a password', () => {
    let id: number;
    const PATH = '/2026/01/02/locked/';
    const send = (visitor: Visitor, post_password: string, post_id = id) =>
      visitor.ask('/post-password', { form: { post_id: String(post_id), post_password } });

    before(async () => {
      ({ id } = await site.publish({ title: 'Locked', content: 'Behind it', password: 'rope', name: 'locked' }));
      await site.comments.insert({ post: id, content: 'Whispered', authorName: 'A', approved: '1' });
    });

    it('asks for it, and shows neither text nor comments', async () => {
      const main = await anyone.main(PATH);
      expect(main).to.include('name="post_password"').and.not.include('Behind it').and.not.include('Whispered');
      expect((await anyone.ask('/')).text)
        .to.include('This content needs a password.')
        .and.not.include('Behind it');
    });

    it('says so when it is wrong', async () => {
      const { status, text, headers } = await send(site.visitor(), 'string');
      expect(status).to.equal(403);
      expect(text).to.include('The password is wrong.').and.not.include('Behind it');
      expect(headers.get('set-cookie')).to.equal(null);
    });

    it('shows all to visitors who know it, from then on, and to no others', async () => {
      const visitor = site.visitor();
      const { status, location, headers } = await send(visitor, 'rope');
      expect(status).to.equal(303);
      expect(location).to.equal(PATH);
      expect(headers.get('set-cookie'))
        .to.match(/httponly/i)
        .and.match(/samesite=lax/i)
        .and.not.include('rope');
      for (let time = 0; time < 3; time++)
        expect(await visitor.main(PATH))
          .to.include('Behind it')
          .and.include('Whispered');
      for (let time = 0; time < 3; time++) expect(await anyone.main(PATH)).to.not.include('Behind it');
    });

    it('forgets who knew it once it is another', async () => {
      const visitor = site.visitor();
      await send(visitor, 'rope');
      await site.posts.update(id, { password: 'chain' });
      expect(await visitor.main(PATH)).to.not.include('Behind it');
      await site.posts.update(id, { password: 'rope' });
    });

    it('takes no proof of another item, nor one that is made up', async () => {
      const { id: other } = await site.publish({
        title: 'Other',
        content: 'Elsewhere',
        password: 'rope',
        name: 'other',
      });
      const visitor = site.visitor();
      const { headers } = await send(visitor, 'rope');
      const proof = /=([^;]*)/.exec(headers.get('set-cookie')!)![1];
      for (const value of [proof, 'rope', '', 'x'.repeat(64)]) {
        const { text } = await anyone.ask('/2026/01/02/other/', {
          headers: { Cookie: `cms_postpass_${other}=${value}` },
        });
        expect(text).to.not.include('Elsewhere');
      }
    });
  });
});
