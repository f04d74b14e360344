import { definePlugin } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Database } from '../database/index.ts';
import { MetaStore } from '../meta/index.ts';
import { Options } from '../options/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';
import { mapTermCapabilities } from './capabilities.ts';
import { checkCounts } from './check-counts.ts';
import { TermsController } from './controller.ts';
import { ensureDefaultTerms } from './default-terms.ts';
import { termHooks } from './hooks.ts';
import { SqlTermStore } from './store/sql-term-store.ts';
import { SiteTermLinks, TermLinks } from './term-links.ts';
import { TermStore } from './term-store.ts';

export { TermsController } from './controller.ts';
export type { FoundTerms, RelatedTerm, Term, TermInput, TermOrder, TermQuery } from './term.ts';
export { TermLinks } from './term-links.ts';
export { TermStore } from './term-store.ts';

/**
 * Terms of every taxonomy: stores them, relates items to them, and answers their routes, such as `/categories` and
 * `/tags`.
 */
export default definePlugin({
  name: 'terms',
  version: '0.1.0',
  description: 'Stores the terms of taxonomies and answers their routes.',
  group: 'content',
  cacheable: true,
  after: ['pagination'],
  requires: {
    database: '^0.1.0',
    options: '^0.1.0',
    meta: '^0.1.0',
    roles: '^0.1.0',
    'content-types': '^0.1.0',
    'content-statuses': '^0.1.0',
    taxonomies: '^0.1.0',
    formatting: '^0.1.0',
  },
  capabilities: ['authentication', 'content:write', 'database', 'options:write', 'routes:*', 'users:write'],
  hooks: termHooks,
  setup({ hooks, site, provide, use }) {
    const [database, meta, options] = [use(Database), use(MetaStore), use(Options)];
    const [taxonomies, types] = [use(Taxonomies), use(ContentTypes)];
    const store = new SqlTermStore({ database, hooks, meta, options, taxonomies, types });
    provide(TermStore, store);
    provide(TermLinks, new SiteTermLinks({ site, hooks, options, taxonomies, store }));
    database.addCheck(checkCounts(database, { types, taxonomies }, store));
    taxonomies.setDefaultController(TermsController);
    mapTermCapabilities(hooks, taxonomies, store);
    hooks
      .action('init')
      .tapPromise({ name: 'default-terms', stage: 100 }, () =>
        ensureDefaultTerms({ database, options, store, taxonomies }),
      );
  },
});
