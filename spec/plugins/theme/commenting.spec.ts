import { expect } from 'chai';
import { ThemeSite, type Visitor } from './theme-site.ts';

describe('the comment form', () => {
  let site: ThemeSite;
  let id: number;
  let count = 0;
  const PATH = '/2026/01/02/discussed/';

  beforeEach(async () => {
    site = await ThemeSite.start();
    await site.options.set('comment_previously_approved', 0);
    ({ id } = await site.publish({ title: 'Discussed', content: 'Text', name: 'discussed' }));
  });
  afterEach(() => site.close());

  const post = (form: Record<string, string>, visitor: Visitor = site.visitor(), headers = {}) =>
    visitor.ask('/cms-comments-post.php', {
      form: {
        comment_post_ID: String(id),
        comment: `Said ${++count}`,
        author: 'Ada',
        email: `ada${count}@example.org`,
        ...form,
      },
      headers,
    });
  const stored = async () => (await site.comments.query({ status: 'all' })).comments;

  it('makes a comment, and leads to it', async () => {
    const { status, location } = await post({ comment: 'Well said', url: 'https://ada.example' });
    const [comment] = await stored();
    expect([status, location]).to.eql([303, `${PATH}#comment-${comment!.id}`]);
    expect(comment).to.include({
      content: 'Well said',
      authorName: 'Ada',
      authorUrl: 'https://ada.example',
      authorIp: '127.0.0.1',
    });
    const main = await site.visitor().main(PATH);
    expect(main).to.include('<p>Well said</p>').and.include('<h2 id="comments-title">One comment</h2>');
    expect(main)
      .to.include('<a rel="nofollow ugc external" href="https://ada.example">Ada</a>')
      .and.not.include('@example.org');
  });

  it('shows answers under what they answer, and beside it beyond the depth of the settings', async () => {
    await site.options.set('thread_comments_depth', 2);
    const said = { post: id, authorName: 'A', approved: '1' };
    const first = await site.comments.insert({ ...said, content: 'first' });
    const second = await site.comments.insert({ ...said, content: 'second', parent: first.id });
    await site.comments.insert({ ...said, content: 'third', parent: second.id });
    const main = await site.visitor().main(PATH);
    const lists = main.match(/<ol class="comment-list">/g);
    expect(lists).to.have.lengthOf(2);
    expect(main.indexOf('first')).to.be.below(main.indexOf('second'));
  });

  it('answers the comment that was chosen', async () => {
    const { id: parent } = await site.comments.insert({ post: id, content: 'Ask', authorName: 'Bob', approved: '1' });
    const main = await site.visitor().main(`${PATH}?replytocom=${parent}`);
    expect(main).to.include('Reply to Bob').and.include(`name="comment_parent" type="hidden" value="${parent}"`);
    await post({ comment_parent: String(parent) });
    expect((await stored()).map((comment) => comment.parent)).to.include(parent);
  });

  it('shows a comment that waits for approval to its writer, and to nobody else', async () => {
    await site.options.set('comment_moderation', 1);
    const { location } = await post({ comment: 'Held words' });
    const [comment] = await stored();
    expect(location).to.match(
      new RegExp(`^${PATH}\\?unapproved=${comment!.id}&moderation-hash=[0-9a-f]{64}#comment-${comment!.id}$`),
    );
    const address = location!.replace(/#.*/, '');
    const main = await site.visitor().main(address);
    expect(main).to.include('<p>Held words</p>').and.include('Your comment waits for approval.');
    expect(main).to.not.include(`replytocom=${comment!.id}`);
    for (const path of [PATH, address.slice(0, -50), address.replace(/&.*/, ''), address.replace(/=\d+&/, '=2&')]) {
      expect(await site.visitor().main(path), path).to.not.include('Held words');
    }
  });

  for (const [what, change] of [
    ['it is decided about', { approved: 'spam' }],
    ['ten minutes are over', { dateGmt: '2026-01-01 00:00:00' }],
  ] as const) {
    it(`shows it until ${what}`, async () => {
      await site.options.set('comment_moderation', 1);
      const address = (await post({ comment: 'Held words' })).location!.replace(/#.*/, '');
      expect(await site.visitor().main(address)).to.include('Held words');
      await site.comments.update((await stored())[0]!.id, change);
      expect(await site.visitor().main(address)).to.not.include('Held words');
    });
  }

  const refused: [string, Record<string, string>, number, string][] = [
    ['an empty text', { comment: '  ' }, 400, 'A comment cannot be empty.'],
    ['no name', { author: '' }, 400, 'A comment needs the name and email address of its author.'],
    ['no email address', { email: '' }, 400, 'A comment needs the name and email address of its author.'],
    ['an impossible email address', { email: 'nobody' }, 400, 'Please give an email address that can be right.'],
    ['a name that is too long', { author: 'x'.repeat(300) }, 400, 'The author&#039;s name is too long.'],
  ];
  for (const [what, form, status, reason] of refused) {
    it(`refuses ${what}, says why, and keeps what was written`, async () => {
      const answer = await post({ comment: 'My <b>words</b>', ...form });
      expect(answer.status).to.equal(status);
      expect(answer.text).to.include(`<p role="alert">${reason}</p>`);
      if (form.comment === undefined) expect(answer.text).to.include('My &lt;b&gt;words&lt;/b&gt;</textarea>');
      expect(await stored()).to.eql([]);
    });
  }

  it('refuses what was said already, and who says too much', async () => {
    const form = { comment: 'Twice', email: 'same@example.org' };
    await post(form);
    expect((await post(form)).text).to.include('This has been said already.');
    expect((await post({ ...form, comment: 'Other' })).text).to.include('You are commenting too fast.');
    expect(await stored()).to.have.lengthOf(1);
  });

  it('is not there where comments are closed, nor takes any', async () => {
    await site.posts.update(id, { commentStatus: 'closed' });
    expect(await site.visitor().main(PATH)).to.not.include('<form');
    expect((await post({})).status).to.equal(403);
    expect(await stored()).to.eql([]);
  });

  it('asks to sign in first where the settings say so', async () => {
    await site.options.set('comment_registration', 1);
    expect(await site.visitor().main(PATH))
      .to.include('to comment.')
      .and.not.include('<form');
    expect((await post({})).status).to.equal(401);
    const reader = await site.signedIn('reader', 'subscriber');
    expect(await reader.main(PATH))
      .to.include('<textarea')
      .and.not.include('name="email"');
    await post({ comment: 'Mine' }, reader);
    const author = (await site.users.byLogin('reader'))!.id;
    expect((await stored()).map((comment) => comment.author)).to.eql([author]);
  });

  it('lets no visitor comment in the name of a user', async () => {
    const reader = await site.signedIn('reader', 'subscriber');
    const { status } = await post({}, reader, { Origin: 'https://evil.example' });
    expect(status).to.equal(403);
    expect(await stored()).to.eql([]);
    await post({ author_id: '1', user_id: '1', status: 'approved', author_ip: '10.0.0.1' });
    const [comment] = await stored();
    expect(comment).to.include({ author: 0, authorIp: '127.0.0.1' });
  });

  it('takes none on what its sender may not read', async () => {
    for (const status of ['draft', 'private', 'trash'] as const) {
      const hidden = await site.posts.insert({ type: 'post', title: 'Kept secret', status });
      const answer = await post({ comment_post_ID: String(hidden.id) });
      expect(answer.status).to.equal(404);
      expect(answer.text).to.not.include('Kept secret');
    }
    expect((await post({ comment_post_ID: '99999' })).status).to.equal(404);
    expect(await stored()).to.eql([]);
  });

  it('opens no way for visitors to comment by the interface itself', async () => {
    const body = JSON.stringify({ post: id, content: 'x', author_name: 'A', author_email: 'a@example.org' });
    const headers = { 'Content-Type': 'application/json' };
    const { status } = await fetch(`${site.url}/cms-json/cms/v2/comments`, { method: 'POST', headers, body });
    expect(status).to.equal(401);
  });

  it('shows many comments in pages', async () => {
    await site.options.set('comments_per_page', 2);
    for (const content of ['aa', 'bb', 'cc'])
      await site.comments.insert({ post: id, content, authorName: 'A', approved: '1' });
    const main = await site.visitor().main(PATH);
    expect(main).to.include('3 comments').and.include(`${PATH}?cpage=2#comments`).and.not.include('cc');
    expect(await site.visitor().main(`${PATH}?cpage=2`))
      .to.include('cc')
      .and.not.include('aa');
  });
});
