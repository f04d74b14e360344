import { definePlugin } from '../../core/index.ts';
import { Database } from '../database/index.ts';
import { MetaStore } from '../meta/index.ts';
import { Options, SiteClock } from '../options/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';
import { Cron } from './cron.ts';
import { followPublications } from './publications.ts';
import { followTerms } from './term-children.ts';
import { followUsers } from './user-count.ts';

export default definePlugin({
  name: 'wordpress-writes',
  version: '0.1.0',
  description:
    'Leaves beside what is written the options, marks and events that the WordPress whose site is served looks for.',
  group: 'content',
  cacheable: true,
  requires: {
    database: '^0.1.0',
    meta: '^0.1.0',
    options: '^0.1.0',
    posts: '^0.1.0',
    taxonomies: '^0.1.0',
    terms: '^0.1.0',
    users: '^0.1.0',
  },
  capabilities: ['content:write', 'database', 'options:write', 'users:read'],
  setup({ site, hooks, use }) {
    const [database, options, clock] = [use(Database), use(Options), use(SiteClock)];
    if (!(site.wordpress?.writes ?? (database.isGuest && !database.isReadOnly))) return;
    const cron = new Cron(database, options);
    followPublications({ hooks, database, options, clock, cron, meta: use(MetaStore) });
    followTerms({ hooks, database, options, taxonomies: use(Taxonomies) });
    followUsers({ hooks, database, options });
  },
});
