import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import { definePlugin } from '../../../core/index.ts';
import contentStatuses, { ContentStatuses } from '../../../plugins/content-statuses/index.ts';
import contentTypes from '../../../plugins/content-types/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';

const archive = definePlugin({
  name: 'archive',
  version: '1.0.0',
  description: 'Adds statuses.',
  requires: { 'content-statuses': '*' },
  setup({ use }) {
    use(ContentStatuses).register('archived', { label: 'Archived', public: true, publicly_queryable: false });
    use(ContentStatuses).register('unsaid');
  },
});

describe('content statuses', () => {
  let generation: Generation;
  let statuses: ContentStatuses;

  before(async () => {
    generation = await buildTestGeneration([contentTypes, contentStatuses, archive]);
    statuses = generation.services.get('spec', ContentStatuses);
  });

  it('are internal, and so hidden, by default', () => {
    expect(statuses.get('unsaid')).to.include({
      internal: true,
      public: false,
      show_in_list: false,
      exclude_from_search: true,
    });
    expect(statuses.get('archived')).to.include({
      internal: false,
      publicly_queryable: false,
      exclude_from_search: false,
    });
  });

  it('include those of every site', () => {
    const names = statuses.all().map(({ name }) => name);
    expect(names.slice(0, 8)).to.eql([
      'publish',
      'future',
      'draft',
      'pending',
      'private',
      'trash',
      'auto-draft',
      'inherit',
    ]);
    expect(statuses.get('inherit')?.exclude_from_search).to.equal(false);
  });

  it('are shown to everybody when they are public', async () => {
    const { data } = await generation.server.dispatch('/cms/v2/statuses');
    expect(data).to.have.all.keys('publish', 'archived');
    const archived = await generation.server.dispatch('/cms/v2/statuses/archived');
    expect(archived.data).to.eql({
      name: 'Archived',
      public: true,
      queryable: false,
      slug: 'archived',
      date_floating: false,
    });
    expect((await generation.server.dispatch('/cms/v2/statuses/unsaid')).status).to.equal(401);
  });

  it('refuse a name that is no key', () => {
    for (const name of ['', 'Done', 'x'.repeat(21)]) expect(() => statuses.register(name), name).to.throw(TypeError);
  });
});
