import { definePlugin } from '../../core/index.ts';
import { CommentStore } from '../comments/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Database } from '../database/index.ts';
import { MetaStore } from '../meta/index.ts';
import { PostStore } from '../posts/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';
import { TermStore } from '../terms/index.ts';
import { UserStore } from '../users/index.ts';
import type { ImportReport } from './import-wxr.ts';
import { migrations } from './mapping.ts';

export { ATTACHMENT_SOURCE } from './mapping.ts';

/** The command `import`, which reads WXR files. */
export default definePlugin({
  name: 'import',
  version: '0.1.0',
  description: 'Imports content from WXR files with `tappet import`.',
  cacheable: true,
  requires: {
    database: '^0.1.0',
    meta: '^0.1.0',
    users: '^0.1.0',
    'content-types': '^0.1.0',
    taxonomies: '^0.1.0',
    terms: '^0.1.0',
    posts: '^0.1.0',
    comments: '^0.1.0',
  },
  capabilities: ['content:write', 'database', 'files', 'users:write'],
  async setup(host) {
    const database = host.use(Database);
    await database.migrate('import', migrations);
    const asTheyAre = new WeakSet<object>();
    host.hooks
      .filter('wp_insert_post_empty_content')
      .tap('import', (isEmpty, input) => isEmpty && !asTheyAre.has(input));
    const kit = {
      asTheyAre,
      database,
      users: host.use(UserStore),
      termStore: host.use(TermStore),
      taxonomies: host.use(Taxonomies),
      types: host.use(ContentTypes),
      posts: host.use(PostStore),
      comments: host.use(CommentStore),
      meta: host.use(MetaStore),
    };
    host.command({
      name: 'import',
      summary: 'Import content from a WXR file.',
      args: '<file>',
      flags: { '--authors <authors>': 'create, skip, or a CSV file of old_user_login,new_user_login' },
      async run({ args, flags, print, progress }) {
        const [{ importWxr }, { authorRule }] = await Promise.all([import('./import-wxr.ts'), import('./authors.ts')]);
        const report = await importWxr(String(args.file), await authorRule(flags.authors), kit, progress);
        for (const line of describe(report)) print(line);
      },
    });
  },
});

function* describe({ authors, terms, items, known, skipped }: ImportReport): Generator<string> {
  yield `Success: imported ${items} items, ${terms} terms and ${authors} authors.`;
  if (known > 0) yield `${known} items were there already.`;
  for (const [type, count] of skipped) yield `Left out ${count} of ${type}: nothing registers that type.`;
}
