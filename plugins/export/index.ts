import { type CommandContext, CommandError, definePlugin } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Database } from '../database/index.ts';
import { MediaStorage } from '../media/index.ts';
import { Options } from '../options/index.ts';
import { Permalinks } from '../posts/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';
import { TermStore } from '../terms/index.ts';
import { UserStore } from '../users/index.ts';
import type { ExportDependencies } from './dependencies.ts';
import { FILTER_FLAGS, readFilter } from './filter.ts';

/** The command `export`, which writes WXR files. */
export default definePlugin({
  name: 'export',
  version: '0.1.0',
  description: 'Exports content as a WXR file with `tappet export`.',
  group: 'operations',
  cacheable: true,
  requires: {
    'content-types': '^0.1.0',
    database: '^0.1.0',
    options: '^0.1.0',
    posts: '^0.1.0',
    taxonomies: '^0.1.0',
    terms: '^0.1.0',
    users: '^0.1.0',
  },
  after: ['import', 'media'],
  capabilities: ['content:read', 'database', 'files', 'options:read', 'users:read'],
  setup(host) {
    const { site, use } = host;
    const dependencies: ExportDependencies = {
      brand: host.brand,
      database: use(Database),
      options: use(Options),
      types: use(ContentTypes),
      taxonomies: use(Taxonomies),
      terms: use(TermStore),
      users: use(UserStore),
      // A plugin that provides another storage may be set up later.
      get storage() {
        return host.find(MediaStorage);
      },
      get permalinks() {
        return use(Permalinks);
      },
      get home() {
        return site.home;
      },
    };
    host.command({
      name: 'export',
      summary: 'Export content as a WXR file.',
      flags: {
        '--dir <folder>': 'Where the file is written; the current folder when left out.',
        '--stdout': 'Writes to standard output in place of a file.',
        ...FILTER_FLAGS,
      },
      run: (context) => run(context, dependencies),
    });
  },
});

async function run({ flags, print, progress, track }: CommandContext, dependencies: ExportDependencies): Promise<void> {
  if (flags.stdout === true && flags.dir !== undefined) {
    throw new CommandError('--stdout and --dir exclude one another; give one of them');
  }
  const [{ exportWxr }, { writeFileWhole, writeToStdout }] = await Promise.all([
    import('./export-wxr.ts'),
    import('./output.ts'),
  ]);
  const filter = await readFilter(flags, dependencies);
  const lost = (count: number) => `Left out ${count} characters that XML cannot hold.`;
  if (flags.stdout === true) {
    return writeToStdout(async (write) => {
      const { dropped } = await exportWxr(filter, dependencies, write, track);
      if (dropped > 0) progress(lost(dropped));
    });
  }
  let report = { items: 0, revisions: 0, dropped: 0 };
  const path = await writeFileWhole(String(flags.dir ?? '.'), fileName(dependencies.home), async (write) => {
    report = await exportWxr(filter, dependencies, write, track);
  });
  print(`Success: exported ${report.items} items to ${path}.`);
  if (report.revisions > 0) print(`${report.revisions} revisions came with them.`);
  if (report.dropped > 0) print(lost(report.dropped));
}

/** The name of a file written today: `example.org.2026-11-21.xml`. */
const fileName = (home: string): string =>
  `${new URL(home).hostname.replace(/[^\w.-]/g, '')}.${new Date().toISOString().slice(0, 10)}.xml`;
