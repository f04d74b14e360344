import { expect } from 'chai';
import WPAPI from 'wpapi';
import type { StartedSite } from '../support/started-site.ts';

// biome-ignore lint/suspicious/noExplicitAny: the client has no types of what it answers with.
type Data = any;

interface Resource {
  readonly name: string;
  readonly create: Data;
  readonly update: Data;
  /** The data of the answer to the update. */
  readonly updated: Data;
  /** The body of the removal, as JSON. */
  readonly remove: Data;
  /** The error of asking once it is removed. */
  readonly gone: string;
}

const RESOURCES: readonly Resource[] = [
  {
    name: 'posts',
    create: { title: 'One', content: 'Text', excerpt: 'Short', status: 'publish', categories: [1], format: 'aside' },
    update: { title: 'Two', sticky: true },
    updated: { title: { raw: 'Two', rendered: 'Two' }, sticky: true, format: 'aside', categories: [1] },
    remove: { force: true },
    gone: 'rest_post_invalid_id',
  },
  {
    name: 'pages',
    create: { title: 'One', content: 'Text', status: 'publish', menu_order: 3 },
    update: { title: 'Two', parent: 2 },
    updated: { title: { raw: 'Two', rendered: 'Two' }, menu_order: 3, parent: 2 },
    remove: { force: true },
    gone: 'rest_post_invalid_id',
  },
  {
    name: 'comments',
    create: { post: 1, content: 'First', author_name: 'Ada', author_email: 'ada@example.org' },
    update: { content: 'Second', status: 'hold' },
    updated: { content: { raw: 'Second', rendered: '<p>Second</p>\n' }, status: 'hold', author_name: 'Ada' },
    remove: { force: true },
    gone: 'rest_comment_invalid_id',
  },
  {
    name: 'categories',
    create: { name: 'Novels', parent: 1, description: 'Long' },
    update: { name: 'Poems', slug: 'verse' },
    updated: { name: 'Poems', slug: 'verse', parent: 1, description: 'Long' },
    remove: { force: true },
    gone: 'rest_term_invalid',
  },
  {
    name: 'tags',
    create: { name: 'Blue & green' },
    update: { description: 'Colours' },
    updated: { slug: 'blue-green', description: 'Colours' },
    remove: { force: true },
    gone: 'rest_term_invalid',
  },
  {
    name: 'users',
    create: { username: 'ada', email: 'ada@example.org', password: 'a long password', roles: ['author'] },
    update: { first_name: 'Ada', roles: ['editor'] },
    updated: { username: 'ada', first_name: 'Ada', roles: ['editor'] },
    remove: { force: true, reassign: 1 },
    gone: 'rest_user_invalid_id',
  },
];

/** Making, reading, changing and removing with the client. */
export function describeContent(site: StartedSite): void {
  const client = () => new WPAPI({ endpoint: `${site.url}/wp-json`, ...site.app });
  const same = (error: unknown) => error;

  describe('content', () => {
    for (const { name, create, update, updated, remove, gone } of RESOURCES) {
      it(`${name} are made, read, changed, and removed with what goes along as JSON`, async () => {
        const [wp, resource] = [client(), (id: number) => client()[name]().id(id)];
        const { id } = await wp[name]().create(create);
        expect(await resource(id).edit().get()).to.include({ id });
        expect(await resource(id).update(update)).to.deep.include({ id, ...updated });
        expect(
          await wp[name]()
            .include([id])
            .param('status', name === 'comments' ? 'hold' : undefined),
        ).to.have.length(1);
        expect(await resource(id).delete(remove)).to.deep.include({ deleted: true });
        expect(await resource(id).get().catch(same)).to.include({ code: gone });
      });
    }

    it('posts and pages go to the trash unless their removal is forced', async () => {
      for (const name of ['posts', 'pages']) {
        const { id } = await client()[name]().create({ title: 'Bin' });
        expect(await client()[name]().id(id).delete()).to.include({ status: 'trash' });
        expect(await client()[name]().id(id).delete().catch(same)).to.include({ code: 'rest_already_trashed' });
      }
    });

    it('revisions are listed and read below their post, and not to be removed', async () => {
      const { id } = await client().posts().create({ title: 'One', content: 'a', status: 'publish' });
      await client().posts().id(id).update({ content: 'b' });
      const [revision] = await client().posts().id(id).revisions();
      expect(revision.parent).to.equal(id);
      const one = () => client().posts().id(id).revisions(revision.id);
      expect((await one().edit()).content.raw).to.equal('b');
      expect(await one().delete({ force: true }).catch(same)).to.include({ code: 'rest_cannot_delete' });
    });

    it('files are uploaded as a form with their fields beside them, from a buffer', async () => {
      const made: Data = await client()
        .media()
        .file(PIXEL as Data, 'Grüne Wiese.png')
        .create({ title: 'Wiese & Wald', alt_text: 'Gras', caption: 'Im „Sommer“', description: 'Lang', post: 1 });
      expect(made).to.deep.include({ alt_text: 'Gras', media_type: 'image', mime_type: 'image/png', post: 1 });
      expect([made.title.raw, made.caption.raw]).to.deep.equal(['Wiese & Wald', 'Im „Sommer“']);
      expect(made.media_details).to.include({ width: 1, height: 1 });
      const file = await fetch(made.source_url);
      expect(Buffer.from(await file.arrayBuffer()).equals(PIXEL)).to.equal(true);
      const changed = await client().media().id(made.id).update({ alt_text: 'Wiese' });
      expect(changed.alt_text).to.equal('Wiese');
      expect(await client().media().id(made.id).delete().catch(same)).to.include({ code: 'rest_trash_not_supported' });
      expect(await client().media().id(made.id).delete({ force: true })).to.include({ deleted: true });
    });

    it('settings are read and changed', async () => {
      expect(await client().settings().update({ description: 'Of a client' })).to.include({
        description: 'Of a client',
      });
      expect(await client().settings()).to.include({ title: 'Tappet', description: 'Of a client' });
    });
  });
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
