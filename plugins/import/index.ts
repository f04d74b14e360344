import { type CommandContext, CommandError, definePlugin } from '../../core/index.ts';
import { CommentStore } from '../comments/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Database } from '../database/index.ts';
import { MediaDependencies, MediaStorage } from '../media/index.ts';
import { MetaStore } from '../meta/index.ts';
import { Permalinks, PostStore } from '../posts/index.ts';
import { PublicWeb } from '../public-web/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';
import { TermStore } from '../terms/index.ts';
import { UserStore } from '../users/index.ts';
import type { FileReport, ImportDependencies, ImportReport, WxrOptions } from './import-wxr.ts';
import { authorizationOf, PASSWORD_VARIABLE } from './live/credentials.ts';
import { migrations } from './tables.ts';
import { WORDPRESS_FLAGS, wordPressOrigin } from './wordpress/origin.ts';

export { ATTACHMENT_SOURCE } from './mapping.ts';

/** The command `import`, which reads WXR files, running sites, and databases of WordPress. */
export default definePlugin({
  name: 'import',
  version: '0.1.0',
  description: 'Imports content from WXR files, running sites and databases of WordPress with `tappet import`.',
  group: 'operations',
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
  after: ['media', 'menus', 'public-web'],
  capabilities: ['content:write', 'database', 'files', 'network', 'options:write', 'users:write'],
  async setup(host) {
    const database = host.use(Database);
    await database.migrate('import', migrations);
    const asTheyAre = new WeakSet<object>();
    host.hooks
      .filter('wp_insert_post_empty_content')
      .tap('import', (isEmpty, input) => isEmpty && !asTheyAre.has(input));
    const dependencies = {
      asTheyAre,
      database,
      users: host.use(UserStore),
      termStore: host.use(TermStore),
      taxonomies: host.use(Taxonomies),
      types: host.use(ContentTypes),
      posts: host.use(PostStore),
      comments: host.use(CommentStore),
      meta: host.use(MetaStore),
      brand: host.brand,
      // A plugin that provides another storage may be set up later.
      get storage() {
        return host.find(MediaStorage);
      },
      get permalinks() {
        return host.use(Permalinks);
      },
      get home() {
        return host.site.home;
      },
    };
    const fetching: Fetching = { media: host.find(MediaDependencies), web: host.find(PublicWeb) };
    host.command({
      name: 'import',
      summary: 'Import a WXR file, a running site of this interface, or the database of a WordPress.',
      args: '[source]',
      flags: {
        '--authors <authors>': 'create, skip, or a CSV file of old_user_login,new_user_login; create for a site',
        '--user <login>': `Who signs in at a site; ${PASSWORD_VARIABLE} holds the application password.`,
        '--allow_origin <origins>':
          'Origins that files of a site may be fetched from beside its own, with commas between.',
        '--max_file_size <bytes>': 'The most bytes of a file that is fetched; 100000000 when left out.',
        '--fetch_attachments': 'Fetches the files of the attachments of a WXR file, too.',
        '--skip_revisions': 'Leaves revisions of items out.',
        ...WORDPRESS_FLAGS,
        '--timeout <seconds>': 'How long one answer of a site, or a file, may take; 60 when left out.',
      },
      run: (context) => run(context, dependencies, fetching),
    });
  },
});

/** The services that fetch files; undefined where their plugins are off. */
interface Fetching {
  readonly media: MediaDependencies | undefined;
  readonly web: PublicWeb | undefined;
}

/** How long to wait before a first second try, in milliseconds. */
const PAUSE = 1000;

async function run(context: CommandContext, dependencies: ImportDependencies, fetching: Fetching): Promise<void> {
  const origin = wordPressOrigin(context);
  if (origin !== undefined) {
    const { runWordPressImport } = await import('./wordpress/command.ts');
    return runWordPressImport(origin, dependencies, context);
  }
  const { args, flags, print, progress } = context;
  if (dependencies.database.isGuest) {
    throw new CommandError(
      'nothing is imported into a site that another program made; name a database with --database',
    );
  }
  const [source, { authorRule }] = [String(args.source), await import('./authors.ts')];
  if (!/^https?:\/\//i.test(source)) {
    const { importWxr } = await import('./import-wxr.ts');
    const options = { revisions: flags.skip_revisions !== true, files: fetchOptions(flags, fetching) };
    const report = await importWxr(source, await authorRule(flags.authors), dependencies, context, options);
    for (const line of describe(report)) print(line);
    if (report.files !== undefined) await tellFiles(report.files, print);
    return;
  }
  if (!URL.canParse(source)) throw new CommandError(`${source}: this is not an address`);
  const rule = await authorRule(flags.authors ?? 'create');
  const options = {
    authorization: await authorizationOf(flags.user),
    origins: new Set(typeof flags.allow_origin === 'string' ? flags.allow_origin.split(',').map(originOf) : []),
    maxFileSize: amountOf(flags, 'max_file_size', 100_000_000),
    revisions: flags.skip_revisions !== true,
    timeout: amountOf(flags, 'timeout', 60) * 1000,
    pause: PAUSE,
  };
  const { importSite } = await import('./live/import-site.ts');
  const report = await importSite(source, rule, options, dependencies, progress);
  for (const line of describe(report)) print(line);
  print(`${report.comments} comments and ${report.files} files came with them.`);
  for (const failure of report.failures) print(`Left out: ${failure}`);
}

function fetchOptions(flags: CommandContext['flags'], { media, web }: Fetching): WxrOptions['files'] {
  if (flags.fetch_attachments !== true) return undefined;
  if (media === undefined || web === undefined)
    throw new CommandError(
      '--fetch_attachments: files are fetched by the plugins media and public-web, and one is off',
    );
  const maxSize = amountOf(flags, 'max_file_size', 100_000_000);
  return { media, web, maxSize, timeout: amountOf(flags, 'timeout', 60) * 1000, pause: PAUSE };
}

/** Tells which files could not be fetched; the command has failed where there are such. */
async function tellFiles({ fetched, failed, failures }: FileReport, print: (line: string) => void): Promise<void> {
  print(`${fetched} files were fetched.`);
  if (failed === 0) return;
  for await (const { address, reason } of failures()) print(`Not fetched: ${address}: ${reason}`);
  throw new CommandError(`${failed} files could not be fetched; run the command again to fetch these alone`);
}

function originOf(text: string): string {
  if (!URL.canParse(text)) throw new CommandError(`--allow_origin: "${text}" is not an origin, as https://a.example`);
  return new URL(text).origin;
}

function amountOf(flags: CommandContext['flags'], name: string, standard: number): number {
  const amount = flags[name] === undefined ? standard : Number(flags[name]);
  if (!Number.isSafeInteger(amount) || amount < 1) throw new CommandError(`--${name}: write a whole number from 1`);
  return amount;
}

function* describe(report: ImportReport): Generator<string> {
  const { authors, terms, items, revisions, orphans, known, skipped, undated } = report;
  yield `Success: imported ${items} items, ${terms} terms and ${authors} authors.`;
  if (revisions > 0) yield `${revisions} revisions came with them.`;
  if (orphans > 0) yield `Left out ${orphans} revisions: their item is not there.`;
  if (known > 0) yield `${known} items were there already.`;
  for (const line of undated.lines) yield `Left out ${line}.`;
  if (undated.count > undated.lines.length)
    yield `Left out ${undated.count - undated.lines.length} more that have no valid date.`;
  for (const [type, count] of skipped) yield `Left out ${count} of ${type}: nothing registers that type.`;
}
