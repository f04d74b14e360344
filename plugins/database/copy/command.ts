import { CommandError, type PluginHost } from '../../../core/index.ts';
import { openAddress } from '../address.ts';
import type { Database } from '../database.ts';
import { guestIn } from '../guest.ts';
import { createLinks } from '../layout/links.ts';
import type { Limits } from '../limits.ts';
import type { DeclaredSteps } from '../migration.ts';
import { openDatabase } from '../open.ts';
import { copySite } from './copy-site.ts';
import { rowCount } from './pages.ts';
import { contentAt, expectSite, isThere, type Snapshot, withSnapshot } from './snapshot.ts';
import type { TableDigest } from './table-digest.ts';

/** The site that is copied, and how the other database is opened. */
export interface CopiedSite {
  readonly database: Database;
  readonly address: string;
  /** The steps that plugins take in a database of the site. */
  readonly declared: readonly DeclaredSteps[];
  readonly limits: Limits;
  readonly searchIndex: boolean;
}

const IN_MEMORY = 'a database in memory ends with its process; name a file or a server';

/** Adds `db copy` to the command line. */
export function addCopyCommand(host: PluginHost, site: CopiedSite): void {
  const { database, address } = site;
  host.command({
    name: 'db copy',
    summary: 'Copies the whole site from one database to another, and compares the two; the site may serve meanwhile.',
    args: '<from> <to>',
    flags: {
      '--yes': 'Says that the site that the other database holds may be lost.',
      '--dry-run': 'Says what would be copied, and changes nothing.',
    },
    run: async ({ args, flags, print, progress, track }) => {
      const to = String(args.to);
      if (args.from !== address)
        throw new CommandError('the first address is that of the site; write tappet db copy FROM TO');
      if (database.isGuest) throw new CommandError('the site is of another program; tappet import copies it');
      if (address === to) throw new CommandError('both addresses are the same; name another database');
      if ([address, to].includes('sqlite::memory:')) throw new CommandError(IN_MEMORY);
      await expectSite(address, database.prefix);
      await refuseContent(to, database.prefix, flags.yes === true);
      const digests = await withSnapshot(address, database.prefix, async (source) => {
        const rows = await rowsOf(source);
        if (flags['dry-run'] === true) {
          for (const [name, many] of rows) print(`${name}: ${many} rows`);
          return undefined;
        }
        const total = [...rows.values()].reduce((sum, many) => sum + many, 0);
        // Each row is read from both.
        const show = track(total * 2, 'copied and compared');
        return fillTarget(host, site, to, source, (done) => show(done, done));
      });
      if (digests === undefined) return print('Success: nothing was copied, as --dry-run says.');
      // PostgreSQL makes an index once nobody is left who sees what was there before, such as the source.
      await withTarget(host, site, to, ({ complete }) => complete((left) => progress(`${left} texts to be indexed`)));
      for (const [name, digest] of digests) print(`${name}: ${digest.rows} rows, equal (${digest.sum})`);
      print('Success: the site was copied, every table is equal; files of uploads and signing keys are not in it.');
    },
  });
}

/** Refuses a database that holds a site which may not be lost. */
async function refuseContent(address: string, prefix: string, mayBeLost: boolean): Promise<void> {
  if (mayBeLost || !isThere(address)) return;
  const content = await contentAt(address, prefix);
  if (content === undefined) return;
  throw new CommandError(`the other database holds a site with ${content}, which would be lost; confirm it with --yes`);
}

/** How many rows there are to copy, by the names of the tables without prefix. */
async function rowsOf({ db, tables }: Snapshot): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const { name, short } of tables.values()) found.set(short, await rowCount(db, name));
  return found;
}

/** Makes the tables of the site and its plugins in the other database, and has them filled. */
const fillTarget = (
  host: PluginHost,
  site: CopiedSite,
  address: string,
  source: Snapshot,
  show: (rows: number) => void,
): Promise<ReadonlyMap<string, TableDigest>> =>
  // To index texts one by one as they come takes longer than to index all of them.
  withTarget(host, { ...site, searchIndex: false }, address, async (target) => {
    for (const [plugin, steps] of site.declared) await target.migrate(plugin, steps);
    if (source.tables.has('links')) await createLinks(target);
    const targetTables = await withSnapshot(address, target.prefix, async ({ tables }) => tables);
    return copySite({ source, target, targetTables }, show);
  });

/** Does work with the other database, in which there may be no site yet. */
async function withTarget<T>(
  host: PluginHost,
  { database: { prefix }, limits, searchIndex }: CopiedSite,
  address: string,
  work: (target: Database) => Promise<T>,
): Promise<T> {
  const opened = await openAddress(address, host, { prefix, limits });
  try {
    if ((await guestIn(opened.backend, prefix, { writes: false, derives: false })) !== undefined) {
      throw new CommandError('the other database holds a site of another program; name an empty one');
    }
    const { database, close } = await openDatabase(opened, prefix, host, { searchIndex });
    return await work(database).finally(close);
  } finally {
    await opened.release();
  }
}
