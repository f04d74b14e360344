import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { describeEditor, signIn } from '../../plugins/editor/chromium.ts';
import { startedSite } from '../support/started-site.ts';
import { type Client, loadClient } from './client.ts';

type Work<A> = (client: Client, argument: A) => unknown;

describeEditor('@wordpress/core-data 8.0, unmodified, in Chromium against a started server', (reader) => {
  const site = startedSite();
  let page: Page;
  let post: number;

  before(async () => {
    page = await reader.context.newPage();
    await signIn(page, `${site.url}/editor`, site.admin);
    // A document of the site that no policy guards: what the interface answers.
    await page.goto(`${site.url}/wp-json/`);
    await loadClient(page);
  });

  /** Runs a function in the page, with the client. */
  // biome-ignore lint/suspicious/noExplicitAny: each spec knows what it asks for.
  const run = <A>(work: Work<A>, argument?: A): Promise<any> =>
    page.evaluate(`(${work})(globalThis.client, ${JSON.stringify(argument)})`);

  it('records are made, edited and saved, with what was changed alone', async () => {
    const made = await run((client) =>
      client.act.saveEntityRecord('postType', 'post', { title: 'Made', content: 'First', status: 'draft' }),
    );
    expect(made).to.deep.include({ status: 'draft', type: 'post' });
    expect(made.title.raw).to.equal('Made');
    post = made.id;

    const sent = page.waitForRequest(
      (request) => request.url().includes(`/wp/v2/posts/${post}`) && request.method() === 'POST',
    );
    const saved = await run(async (client, id) => {
      await client.act.editEntityRecord('postType', 'post', id, { title: 'Edited' });
      const before = client.select.hasEditsForEntityRecord('postType', 'post', id);
      await client.act.saveEditedEntityRecord('postType', 'post', id);
      const { title, content } = client.select.getEntityRecord('postType', 'post', id);
      return { before, after: client.select.hasEditsForEntityRecord('postType', 'post', id), title, content };
    }, post);
    expect((await sent).postDataJSON()).to.deep.equal({ id: post, title: 'Edited' });
    expect(saved).to.deep.include({ before: true, after: false });
    expect([saved.title.raw, saved.content.raw]).to.deep.equal(['Edited', 'First']);
  });

  it('records are undone and redone', async () => {
    const titles = await run(async (client, id) => {
      const title = () => client.select.getEditedEntityRecord('postType', 'post', id).title;
      await client.act.editEntityRecord('postType', 'post', id, { title: 'Once more' });
      const edited = title();
      await client.act.undo();
      const undone = title();
      await client.act.redo();
      const redone = title();
      await client.act.undo();
      return [edited, undone, redone];
    }, post);
    expect(titles).to.deep.equal(['Once more', 'Edited', 'Once more']);
  });

  it('records are listed with totals, page by page and all at once', async () => {
    const found = await run(async (client) => {
      for (let number = 1; number <= 12; number++) {
        await client.act.saveEntityRecord('postType', 'post', { title: `Number ${number}`, status: 'publish' });
      }
      const query = { search: 'Number', per_page: 5, page: 3, _fields: 'id,title' };
      const last = await client.ask.getEntityRecords('postType', 'post', query);
      const all = await client.ask.getEntityRecords('postType', 'post', { search: 'Number', per_page: -1 });
      return {
        last: last.length,
        total: client.select.getEntityRecordsTotalItems('postType', 'post', query),
        pages: client.select.getEntityRecordsTotalPages('postType', 'post', query),
        all: all.length,
      };
    });
    expect(found).to.deep.equal({ last: 2, total: 12, pages: 3, all: 12 });
  });

  it('records of terms, types, taxonomies, users, settings and themes are loaded', async () => {
    const loaded = await run(async (client) => {
      const category = await client.act.saveEntityRecord('taxonomy', 'category', { name: 'Told' });
      const { supports, rest_base } = await client.ask.getPostType('post');
      return {
        category: category.slug,
        type: [rest_base, supports.autosave, supports.revisions],
        taxonomies: (await client.ask.getTaxonomies()).map(({ slug }: { slug: string }) => slug),
        user: (await client.ask.getCurrentUser()).id,
        title: (await client.ask.getEntityRecord('root', 'site')).title,
        theme: (await client.ask.getCurrentTheme()).status,
        base: (await client.ask.getEntityRecord('root', '__unstableBase')).name,
        styles: typeof (await client.ask.__experimentalGetCurrentGlobalStylesId()),
      };
    });
    expect(loaded.taxonomies).to.include.members(['category', 'post_tag']);
    expect(loaded).to.deep.include({ category: 'told', type: ['posts', true, true], title: 'Tappet', base: 'Tappet' });
    expect(loaded).to.deep.include({ theme: 'active', user: 1 });
    expect(loaded.styles).to.match(/string|number/);
  });

  it('records are deleted, to the trash and for good', async () => {
    const gone = await run(async (client) => {
      const { id } = await client.act.saveEntityRecord('postType', 'post', { title: 'Gone', status: 'draft' });
      const trashed = await client.act.deleteEntityRecord('postType', 'post', id);
      const deleted = await client.act.deleteEntityRecord('postType', 'post', id, { force: true });
      return { trashed: trashed.status, deleted: deleted.deleted };
    });
    expect(gone).to.deep.equal({ trashed: 'trash', deleted: true });
  });

  it('records that are refused have the reason', async () => {
    const error = await run(async (client) => {
      await client.act.saveEntityRecord('postType', 'post', { title: 'x', status: 'nonsense' });
      return client.select.getLastEntitySaveError('postType', 'post', undefined);
    });
    expect(error).to.deep.include({ code: 'rest_invalid_param' });
  });
  it('what a user may is read of the header Allow, for a kind and for one record', async () => {
    const may = await run(
      (client, id) =>
        Promise.all([
          client.ask.canUser('create', { kind: 'postType', name: 'post' }),
          client.ask.canUser('update', { kind: 'postType', name: 'post', id }),
          client.ask.canUser('delete', { kind: 'postType', name: 'post', id }),
          client.ask.canUser('read', { kind: 'root', name: 'site' }),
          client.ask.canUser('create', { kind: 'postType', name: 'attachment' }),
          client.ask.canUserEditEntityRecord('postType', 'post', id),
        ]),
      post,
    );
    expect(may).to.deep.equal([true, true, true, true, true, true]);
  });

  it('revisions are listed, and one is read', async () => {
    const revisions = await run(async (client, id) => {
      for (const content of ['Second', 'Third']) await client.act.saveEntityRecord('postType', 'post', { id, content });
      const list = await client.ask.getRevisions('postType', 'post', id, { per_page: 10, context: 'edit' });
      const one = await client.ask.getRevision('postType', 'post', id, list[1].id, { context: 'edit' });
      return { contents: list.map(({ content }: { content: { raw: string } }) => content.raw), one: one.content.raw };
    }, post);
    expect(revisions.contents.slice(0, 2)).to.deep.equal(['Third', 'Second']);
    expect(revisions.one).to.equal('Second');
  });

  it('an autosave of a published item is stored beside it', async () => {
    const saved = await run(async (client, id) => {
      await client.act.saveEntityRecord('postType', 'post', { id, status: 'publish' });
      await client.act.saveEntityRecord('postType', 'post', { id, content: 'In advance' }, { isAutosave: true });
      const [autosave] = await client.ask.getAutosaves('post', id);
      const published = await client.apiFetch({ path: `/wp/v2/posts/${id}?context=edit` });
      return {
        autosave: autosave.content.raw ?? autosave.content,
        published: published.content.raw,
        parent: autosave.parent,
      };
    }, post);
    expect(saved).to.deep.equal({ autosave: 'In advance', published: 'Third', parent: post });
  });

  it('several records are saved in one request', async () => {
    const sent = page.waitForRequest((request) => request.url().includes('/batch/v1') && request.method() === 'POST');
    const saved = await run((client) =>
      client.act.__experimentalBatch([
        ({ saveEntityRecord }: Client) => saveEntityRecord('postType', 'post', { title: 'One', status: 'draft' }),
        ({ saveEntityRecord }: Client) => saveEntityRecord('postType', 'post', { title: 'Two', status: 'draft' }),
      ]),
    );
    expect((await sent).postDataJSON().requests).to.have.length(2);
    expect(saved.map(({ title }: { title: { raw: string } }) => title.raw)).to.deep.equal(['One', 'Two']);
  });

  it('no script failed', () => {
    expect(reader.errors.filter((error) => !error.startsWith('Failed to load resource'))).to.deep.equal([]);
  });
}).timeout(120_000);
