import { expect } from 'chai';
import { definePlugin, RequestContext, RestRequest } from '../../../core/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { type MediaSite, openMediaSite, recordRemovals } from './media-site.ts';
import { picture } from './pictures.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer of a route.
type Shown = any;

describeOnDatabases('attachments', (freshDatabase) => {
  let site: MediaSite;
  let jpeg: Buffer;
  const calls: unknown[] = [];
  const watcher = definePlugin({
    name: 'watcher',
    version: '1.0.0',
    description: 'Watches.',
    requires: { media: '*' },
    setup({ hooks }) {
      for (const name of ['add_attachment', 'edit_attachment', 'delete_attachment'] as const) {
        hooks.action(name).tap('watcher', (id) => void calls.push([name, id]));
      }
      for (const name of ['rest_insert_{post_type}', 'rest_after_insert_{post_type}'] as const) {
        const hook = hooks.action(name).for('attachment');
        hook.tap('watcher', ({ id }, _, creating) => void calls.push([hook.name, id, creating]));
      }
      hooks
        .filter('rest_prepare_{post_type}')
        .for('attachment')
        .tap('watcher', (response) => {
          response.header('X-Prepared', 'yes');
        });
    },
  });

  before(async () => {
    site = await openMediaSite({ url: await freshDatabase({ again: true }), plugins: [watcher] });
    jpeg = await picture(400, 300);
  });
  after(() => site.close());

  const upload = async (name: string, query: object = {}, as = 'author'): Promise<Shown> => {
    const { status, data } = await site.upload(jpeg, name, { as, query });
    expect(status, JSON.stringify(data)).to.equal(201);
    return data;
  };
  const read = (id: number, as = 'anonymous', query: object = {}) => site.send('GET', `/media/${id}`, { as, query });
  const post = (status: string, author = 'editor') =>
    site.posts.insert({ title: `A ${status} item`, status, author: site.users[author]!.user.id });

  it('are as open as the item that they belong to', async () => {
    const [draft, shown] = [await post('draft', 'author'), await post('publish', 'author')];
    const hidden = await upload('hidden.jpg', { post: draft.id });
    const open = await upload('open.jpg', { post: shown.id });
    const loose = await upload('loose.jpg');
    expect((await read(open.id)).status).to.equal(200);
    expect((await read(loose.id)).status).to.equal(200);
    expect((await read(hidden.id)).status).to.equal(401);
    expect((await read(hidden.id, 'subscriber')).status).to.equal(403);
    expect((await read(hidden.id, 'editor')).status).to.equal(200);
    const { data } = await site.send('GET', '/media', { query: { include: [hidden.id, open.id, loose.id] } });
    expect((data as Shown[]).map(({ id }) => id)).to.have.members([open.id, loose.id]);
  });

  it('that are private are for users who may read private items', async () => {
    const { id } = await upload('private.jpg', { status: 'private' });
    expect((await read(id)).status).to.equal(401);
    expect((await read(id, 'editor')).status).to.equal(200);
    const listed = await site.send('GET', '/media', { as: 'editor', query: { status: 'private', include: id } });
    expect((listed.data as Shown[]).map((item) => [item.id, item.status])).to.deep.equal([[id, 'private']]);
  });

  it('inherit their status whatever else is requested', async () => {
    const { id, status } = await upload('status.jpg', { status: 'publish' });
    expect(status).to.equal('inherit');
    const { data } = await site.send('POST', `/media/${id}`, { as: 'author', json: { status: 'draft' } });
    expect((data as Shown).status).to.equal('inherit');
  });

  it('take texts as text or as raw', async () => {
    const { id } = await upload('texts.jpg');
    const json = { caption: { raw: 'A caption' }, description: { raw: 'A text' }, title: { raw: 'A title' } };
    const { data } = await site.send('POST', `/media/${id}`, { as: 'author', json });
    const { caption, description, title } = data as Shown;
    expect([caption.raw, description.raw, title.raw]).to.deep.equal(['A caption', 'A text', 'A title']);
    expect(description.rendered).to.match(
      /^<p class="attachment"><a href='[^']+texts\.jpg'><img [^>]*src="[^"]+texts-300x225\.jpg"[^>]*><\/a><\/p>\n<p>A text<\/p>\n$/,
    );
  });

  it('show nothing of a name or a text that would run', async () => {
    const { id } = await upload('run.jpg');
    const json = { alt_text: '" onload="alert(1)', description: 'x<script>alert(1)</script>', title: '<b onclick=x>t' };
    const { data } = await site.send('POST', `/media/${id}`, { as: 'author', json });
    const { description } = data as Shown;
    expect(description.rendered).not.to.match(/<script|<img[^>]*" onload=|onclick/);
  });

  it('cannot belong to another file', async () => {
    const [one, two] = [await upload('one.jpg'), await upload('two.jpg')];
    const { status, data } = await site.send('POST', `/media/${one.id}`, { as: 'author', json: { post: two.id } });
    expect([status, (data as Shown).code]).to.deep.equal([400, 'rest_invalid_param']);
  });

  it('are found by the names of their files', async () => {
    const { id } = await upload('peculiar-name.jpg', { title: 'Something else' });
    const { data } = await site.send('GET', '/media', { query: { search: 'peculiar' } });
    expect((data as Shown[]).map((item) => item.id)).to.deep.equal([id]);
  });

  it('are listed by family and by type', async () => {
    const text = (await site.upload(Buffer.from('text'), 'a.txt')).data as Shown;
    const image = await upload('family.jpg');
    const list = async (query: object) =>
      ((await site.send('GET', '/media', { query: { include: [text.id, image.id], ...query } })).data as Shown[]).map(
        ({ id }) => id,
      );
    expect(await list({ media_type: 'text' })).to.deep.equal([text.id]);
    expect(await list({ mime_type: 'image/jpeg' })).to.deep.equal([image.id]);
    expect(await list({ media_type: 'image', mime_type: 'text/plain' })).to.deep.equal([text.id]);
    expect(await list({ media_type: ['text', 'image'] })).to.have.members([text.id, image.id]);
    expect(await list({ mime_type: ['text/plain', 'no/such'] })).to.deep.equal([text.id]);
    expect(await list({ media_type: ['text', 'image'] })).to.have.members([text.id, image.id]);
    expect(await list({ mime_type: ['text/plain', 'no/such'] })).to.deep.equal([text.id]);
    expect((await site.send('GET', '/media', { query: { media_type: ['text', 'nothing'] } })).status).to.equal(400);
    expect(await list({ mime_type: 'no/such' })).to.have.members([text.id, image.id]);
  });

  it('fire hooks when they are made, changed and deleted', async () => {
    calls.length = 0;
    const { id } = await upload('told.jpg');
    await site.send('POST', `/media/${id}`, { as: 'author', json: { alt_text: 'x' } });
    await site.send('DELETE', `/media/${id}`, { as: 'author', query: { force: true } });
    expect(calls).to.deep.equal([
      ['add_attachment', id],
      ['rest_insert_attachment', id, true],
      ['rest_after_insert_attachment', id, true],
      ['edit_attachment', id],
      ['rest_insert_attachment', id, false],
      ['rest_after_insert_attachment', id, false],
      ['delete_attachment', id],
    ]);
    expect((await read((await upload('prepared.jpg')).id)).getHeader('X-Prepared')).to.equal('yes');
  });

  it('take all their files with them', async () => {
    const before = await site.files();
    const { id } = (await site.upload(await picture(2700, 100), 'all.jpg')).data as Shown;
    expect((await site.files()).length).to.be.above(before.length + 5);
    await site.send('DELETE', `/media/${id}`, { as: 'author', query: { force: true } });
    expect(await site.files()).to.deep.equal(before);
    expect(await site.meta.get('post', id, '_wp_attached_file')).to.deep.equal([]);
  });

  it('keep no answer from being cached while their files are removed', async () => {
    const { id } = await upload('slow.jpg');
    const removals = recordRemovals(site);
    await site.send('DELETE', `/media/${id}`, { as: 'author', query: { force: true } });
    expect(removals).to.include(true).and.not.include(false);
  });

  it('keep their files when their deletion is undone', async () => {
    const { id } = await upload('undone.jpg');
    const before = await site.files();
    const failure = new Error('undone');
    const undone = site.database.transaction(async () => {
      await site.posts.delete(id);
      throw failure;
    });
    expect(await undone.catch((error) => error)).to.equal(failure);
    expect(await site.files()).to.deep.equal(before);
    expect((await read(id)).status).to.equal(200);
  });

  it('never take a file of another folder with them', async () => {
    const { id } = await upload('escape.jpg');
    await site.meta.set('post', id, '_wp_attached_file', '../../escape.jpg');
    expect((await site.send('DELETE', `/media/${id}`, { as: 'author', query: { force: true } })).status).to.equal(200);
    expect(await site.files()).to.include('2026/01/escape.jpg');
  });

  it('are shown by metadata of other systems too', async () => {
    const { id } = await upload('other.jpg');
    for (const metadata of ['', 'a:0:{}', 'b:0;', 'broken', 'a:1:{s:5:"sizes";a:0:{}}']) {
      await site.database.db
        .updateTable('postmeta')
        .set({ meta_value: metadata })
        .where('post_id', '=', id)
        .where('meta_key', '=', '_wp_attachment_metadata')
        .execute();
      const { status, data } = await read(id, 'author', { context: 'edit' });
      expect(status, metadata).to.equal(200);
      expect((data as Shown).media_type).to.equal('image');
    }
  });

  it('without a file are shown by their identifier', async () => {
    const guid = 'https://old.example/photo.jpg';
    const { id } = await site.posts.insert({ title: 'x', type: 'attachment', mimeType: 'image/jpeg', guid });
    const { status, data } = await read(id);
    const { source_url, media_type, media_details } = data as Shown;
    expect([status, source_url, media_type, media_details]).to.deep.equal([200, guid, 'file', {}]);
  });

  describe('in lists', () => {
    const statements = async (query: object, path = '/media'): Promise<number> => {
      const { count } = site.database.statements;
      const request = new RestRequest('GET', `/cms/v2${path}`, { query, context: new RequestContext() });
      const served = await site.generation.server.serve(request);
      expect(served.status).to.equal(200);
      return site.database.statements.count - count;
    };

    it('cost as many statements for twenty as for two', async () => {
      const ids: number[] = [];
      for (let number = 0; number < 20; number++) {
        const parent = await post('publish', 'author');
        ids.push((await upload(`many-${number}.jpg`, { post: parent.id })).id);
      }
      const few = await statements({ include: ids.slice(0, 2), per_page: 50 });
      const many = await statements({ include: ids, per_page: 50 });
      expect(many).to.equal(few);
    });

    it('cost as many statements as images of twenty items as of two', async () => {
      const ids: number[] = [];
      for (let number = 0; number < 20; number++) {
        const { id } = await post('publish', 'author');
        await site.meta.set('post', id, '_thumbnail_id', String((await upload(`image-${number}.jpg`)).id));
        ids.push(id);
      }
      const query = { per_page: 50, _embed: 'cms:featuredmedia' };
      const few = await statements({ ...query, include: ids.slice(0, 2) }, '/posts');
      const many = await statements({ ...query, include: ids }, '/posts');
      expect(many).to.equal(few);
    });
  });
});
