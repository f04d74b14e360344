import { expect } from 'chai';
import { RequestContext, type RestResponse } from '../../../core/index.ts';
import { MetaRegistry, MetaStore } from '../../../plugins/meta/index.ts';
import { type CommentSite, openCommentSite } from './comment-site.ts';

type Data = Record<string, unknown> & { id: number };

describe('the routes of comments', () => {
  let site: CommentSite;
  let publicPost: number;
  let secretPost: number;
  let privatePost: number;

  before(async () => {
    site = await openCommentSite();
    const author = site.users.author!.user.id;
    publicPost = (await site.addPost({ author })).id;
    secretPost = (await site.addPost({ author, password: 'open sesame' })).id;
    privatePost = (await site.addPost({ author, status: 'private' })).id;
    const registry = site.generation.services.get('spec', MetaRegistry);
    registry.register('comment', 'mood', { type: 'string', single: true, show_in_rest: true });
  });
  after(() => site.generation.dispose());

  const outcome = ({ status, data }: RestResponse) => [status, (data as { code?: string }).code];
  const ids = ({ data }: RestResponse) => (data as Data[]).map(({ id }) => id);
  const add = async (post: number, more = {}) =>
    (await site.comments.insert({ post, content: `Said on ${post}`, ...more })).id;

  describe('reading', () => {
    it('shows comments on an item with a password to those who bring it, and to those who edit it', async () => {
      const id = await add(secretPost);
      expect(outcome(await site.send('GET', `/comments/${id}`))).to.eql([401, 'rest_cannot_read']);
      expect(outcome(await site.send('GET', `/comments/${id}?password=wrong`))).to.eql([401, 'rest_cannot_read']);
      expect((await site.send('GET', `/comments/${id}?password=open+sesame`)).status).to.equal(200);
      expect((await site.send('GET', `/comments/${id}`, { as: 'author' })).status).to.equal(200);
      expect(outcome(await site.send('GET', `/comments?post=${secretPost}`))).to.eql([401, 'rest_cannot_read_post']);
      expect(ids(await site.send('GET', `/comments?post=${secretPost}&password=open+sesame`))).to.eql([id]);
    });

    it('gives no password to a list of several items', async () => {
      const path = `/comments?post=${secretPost},${publicPost}&password=open+sesame`;
      expect(outcome(await site.send('GET', path))).to.eql([401, 'rest_cannot_read_post']);
    });

    it('leaves unreadable comments out of a page, not out of the total', async () => {
      const [open, hidden] = [await add(publicPost), await add(privatePost)];
      const path = `/comments?include=${open},${hidden}`;
      const seen = await site.send('GET', path);
      expect(ids(seen)).to.eql([open]);
      expect(seen.headers).to.include({ 'X-CMS-Total': '2', 'X-CMS-TotalPages': '1' });
      expect(ids(await site.send('GET', path, { as: 'admin' }))).to.have.members([open, hidden]);
    });

    it('shows comments on no item to moderators alone', async () => {
      const id = await add(0);
      expect(outcome(await site.send('GET', `/comments/${id}`))).to.eql([401, 'rest_cannot_read']);
      expect(outcome(await site.send('GET', '/comments?post=0'))).to.eql([401, 'rest_cannot_read']);
      const seen = await site.send('GET', `/comments/${id}`, { as: 'editor' });
      expect(seen.data).to.include({ id, post: 0, link: `#comment-${id}` });
    });

    it('answers 404 for a comment on an item that is gone', async () => {
      const id = await add(8_888_888);
      expect(outcome(await site.send('GET', `/comments/${id}`, { as: 'admin' }))).to.eql([404, 'rest_post_invalid_id']);
    });

    it('shows pingbacks, and texts with wildcards, as they are', async () => {
      const id = await add(publicPost, { type: 'pingback', content: '100% [...]' });
      expect((await site.send('GET', `/comments/${id}`)).data).to.include({ type: 'pingback' });
      const found = await site.send('GET', '/comments?type=all&search=100%25', { as: 'editor' });
      expect(ids(found)).to.eql([id]);
      expect(ids(await site.send('GET', '/comments?type=all&search=%25%25', { as: 'editor' }))).to.eql([]);
    });

    it('reads bounds of the date in the zone that they name', async () => {
      const id = await add(publicPost, { date: '2011-01-01 12:00:00' });
      const path = (after: string) =>
        `/comments?include=${id}&after=${encodeURIComponent(after)}&before=2011-01-02T00:00:00`;
      expect(ids(await site.send('GET', path('2011-01-01T13:30:00+02:00')))).to.eql([id]);
      expect(ids(await site.send('GET', path('2011-01-01T14:00:00+02:00')))).to.eql([]);
    });

    it('shows the avatar of the account that wrote a comment, and of the address of any other', async () => {
      const { id: author, email } = { ...site.users.editor!, id: site.users.editor!.user.id };
      const avatarOf = async (more: object) =>
        ((await site.send('GET', `/comments/${await add(publicPost, more)}`)).data as Data).author_avatar_urls;
      const own = await avatarOf({ authorEmail: email });
      expect(await avatarOf({ author, authorEmail: 'former@example.org' })).to.eql(own);
      expect(await avatarOf({ authorEmail: 'former@example.org' })).to.not.eql(own);
      expect(await avatarOf({ author: 9_999_999, authorEmail: email })).to.eql(own);
    });

    it('reads the accounts of a list at once', async () => {
      const post = (await site.addPost()).id;
      const count = async () => {
        const before = site.database.statements.count;
        await site.send('GET', `/comments?post=${post}`);
        return site.database.statements.count - before;
      };
      const members = ['admin', 'editor', 'author'].map((role) => site.users[role]!.user.id);
      await add(post, { author: members[0] });
      const one = await count();
      for (const author of members) await add(post, { author });
      expect(await count()).to.equal(one);
    });

    it('computes no field that is not requested', async () => {
      const id = await add(publicPost);
      const before = site.database.statements.count;
      const seen = await site.send('GET', `/comments/${id}?_fields=id,status`);
      expect(seen.data).to.include({ id, status: 'approved' });
      expect(seen.data).to.not.have.any.keys('content', 'link', 'meta');
      expect(seen.links.size).to.equal(0);
      // The comment and its item, for the permission.
      expect(site.database.statements.count - before).to.equal(2);
    });
  });

  describe('writing', () => {
    const create = (body: Record<string, unknown>, as = 'admin') =>
      site.send('POST', '/comments', { as, body: { post: publicPost, ...body } });
    const meta = () => site.generation.services.get('spec', MetaStore);

    it('stores registered meta', async () => {
      const made = await create({ content: 'With meta', meta: { mood: 'good' } });
      expect((made.data as Data).meta).to.eql({ mood: 'good' });
      const { id } = made.data as Data;
      const changed = await site.send('POST', `/comments/${id}`, { as: 'admin', body: { meta: { mood: 'bad' } } });
      expect((changed.data as Data).meta).to.eql({ mood: 'bad' });
      expect(await meta().get('comment', id, 'mood')).to.eql(['bad']);
    });

    it('makes nothing when a part of it is refused', async () => {
      const refused = await create({ content: 'Half a comment', meta: { mood: { no: 'text' } } });
      expect(refused.status).to.equal(400);
      expect((await site.comments.query({ search: 'Half a comment', status: 'any' })).total).to.equal(0);
    });

    it('takes the author from a user, and refuses one that is not there', async () => {
      const { id, name, email, url } = { ...site.users.editor!, id: site.users.editor!.user.id };
      const made = await create({ content: 'For another', author: id });
      expect(made.data).to.include({ author: id, author_name: name, author_email: email, author_url: url });
      expect(outcome(await create({ content: 'x', author: 9_999_999 }))).to.eql([400, 'rest_comment_author_invalid']);
    });

    it('leaves origin and dates alone when they are not named', async () => {
      const id = await add(publicPost, {
        authorIp: '198.51.100.1',
        authorUserAgent: 'old',
        date: '2012-01-01 00:00:00',
      });
      const body = { content: 'Changed', author_email: '' };
      const changed = await site.send('POST', `/comments/${id}`, { as: 'admin', body });
      expect(changed.data).to.include({ author_ip: '198.51.100.1', author_user_agent: 'old', author_email: '' });
      expect(changed.data).to.include({ date: '2012-01-01T00:00:00', date_gmt: '2012-01-01T00:00:00' });
    });

    it('lets the author of an item, but no other author, moderate its comments', async () => {
      const id = await add(publicPost);
      const hold = { body: { status: 'hold' } };
      const refused = await site.send('POST', `/comments/${id}`, { as: 'contributor', ...hold });
      expect(outcome(refused)).to.eql([403, 'rest_cannot_edit']);
      const allowed = await site.send('POST', `/comments/${id}`, { as: 'author', ...hold });
      expect(allowed.data).to.include({ status: 'hold' });
    });

    it('shows a comment that was written as it then is, whatever the context has read before', async () => {
      const context = new RequestContext({ user: site.users.admin!.user });
      const id = await add(publicPost);
      await site.send('GET', `/comments/${id}`, { context });
      await site.send('POST', '/comments', { context, body: { post: publicPost, content: 'An answer', parent: id } });
      const changed = await site.send('POST', `/comments/${id}`, { context, body: { content: 'Answered' } });
      expect([...changed.links.keys()]).to.eql(['self', 'collection', 'up', 'children']);
      const seen = await site.send('GET', `/comments/${id}?context=edit`, { context });
      expect(seen.data).to.have.nested.include({ 'content.raw': 'Answered' });
    });

    it('deletes a comment for good with force, and answers with the deleted comment', async () => {
      const id = await add(publicPost);
      const gone = await site.send('DELETE', `/comments/${id}?force=true`, { as: 'editor' });
      expect(gone.data).to.have.nested.include({ deleted: true, 'previous.id': id, 'previous.status': 'approved' });
      expect(await site.comments.byId(id)).to.equal(null);
    });
  });

  it('leaves the avatars out without a plugin that provides them', async () => {
    const bare = await openCommentSite({ without: ['avatars'] });
    const { id } = await bare.comments.insert({ post: (await bare.addPost()).id, content: 'No face' });
    expect((await bare.send('GET', `/comments/${id}`)).data).to.not.have.property('author_avatar_urls');
    await bare.generation.dispose();
  });
});
