import { expect } from 'chai';
import { UserLoader } from '../../../core/index.ts';
import persistedPreferences from '../../../plugins/persisted-preferences/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { serve } from '../../support/serve.ts';

describe('the persisted-preferences plugin', () => {
  let site: ContentSite;
  let id: number;

  before(async () => {
    site = await buildContentSite([persistedPreferences]);
    const users = site.generation.services.get('spec', UserStore);
    id = (await users.create({ login: 'ann', email: 'ann@example.org', roles: ['subscriber'] })).id;
  });
  after(() => site.generation.dispose());

  const ann = async () => (await site.generation.services.get('spec', UserLoader).load(id))!;
  const change = async (persisted_preferences: unknown) =>
    serve(site.generation, 'PUT', '/cms/v2/users/me', { user: await ann(), json: { meta: { persisted_preferences } } });

  it('is an empty list for a user without preferences, as the reference sends a map without members', async () => {
    const mine = async () => (await site.get('/cms/v2/users/me?context=edit', await ann())).json.meta;
    expect(await mine()).to.eql({ persisted_preferences: [] });
    expect((await change({})).json.meta).to.eql({ persisted_preferences: [] });
    expect((await change([])).json.meta).to.eql({ persisted_preferences: [] });
    expect(await mine()).to.eql({ persisted_preferences: [] });
  });

  it('stores any map of a user, whole', async () => {
    const preferences = {
      core: { fixedToolbar: true, open: ['a'], deep: { n: 1 } },
      _modified: '2026-01-02T03:04:05.678Z',
    };
    expect((await change(preferences)).json.meta.persisted_preferences).to.eql(preferences);
    const { json } = await site.get('/cms/v2/users/me?context=edit', await ann());
    expect(json.meta).to.eql({ persisted_preferences: preferences });
    expect((await change({ core: {} })).json.meta.persisted_preferences).to.have.all.keys('core');
  });

  it('keeps what is nested as deeply as can be read again, and refuses what is nested more deeply', async () => {
    const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) });
    const kept = { core: nested(198) };
    expect((await change(kept)).json.meta.persisted_preferences.core).to.not.be.a('string');
    expect((await change({ core: nested(300) })).json.code).to.equal('rest_value_too_deep');
    const { json } = await site.get('/cms/v2/users/me?context=edit', await ann());
    expect(json.meta.persisted_preferences).to.have.nested.property('core.a.a.a');
  });

  it('refuses a value that is no map', async () => {
    for (const value of ['text', [1], 7]) expect((await change(value)).json.code).to.equal('rest_invalid_param');
  });

  it('shows them in the edit context alone', async () => {
    await site.publish({ author: id, title: 'So that everybody sees Ann' });
    for (const user of [undefined, await ann()]) {
      const { json } = await site.get(`/cms/v2/users/${id}`, user);
      expect(json.meta).to.eql([]);
    }
    expect((await site.get(`/cms/v2/users/${id}?context=edit`, site.as('author'))).status).to.equal(403);
  });
});
