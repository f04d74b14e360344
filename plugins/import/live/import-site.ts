import { NAV_MENU, NAV_MENU_ITEM } from '../../menus/index.ts';
import { type AuthorRule, Authors } from '../authors.ts';
import { readAddress } from '../contents/addresses.ts';
import { ContentRewriter } from '../contents/rewrite.ts';
import type { ImportDependencies, ImportReport } from '../import-wxr.ts';
import { ImportedItems } from '../items.ts';
import { ImportMapping } from '../mapping.ts';
import type { WxrComment, WxrItem } from '../records.ts';
import { ImportedTerms } from '../terms.ts';
import { RemoteFiles } from './files.ts';
import { isMap, type Json, Refusal, type RemoteOptions, RemoteSite } from './remote.ts';
import { isRevised, toAuthor, toComment, toItem, toRevision, toTerm } from './to-records.ts';

/** The numbers of an import from a running site. */
export interface SiteReport extends ImportReport {
  readonly comments: number;
  readonly files: number;
  /** The records that could not be imported, a line each. */
  readonly failures: readonly string[];
}

const ALL = { orderby: 'id', order: 'asc' };
/** Files first, since items point at them. */
const rank = (type: string) => (type === 'attachment' ? 0 : 1);

/**
 * Imports the content of another server of this interface, page by page. Each page is stored as a whole, with the ids
 * of its records: after an interruption another run continues, and imports no record twice.
 */
export async function importSite(
  address: string,
  rule: AuthorRule,
  options: RemoteOptions & { readonly maxFileSize: number; readonly revisions: boolean },
  dependencies: ImportDependencies,
  progress: (line: string) => void,
): Promise<SiteReport> {
  const remote = await RemoteSite.find(address, options);
  const failures: string[] = [];
  const mayEdit = options.authorization !== undefined;
  // With a wrong password, one list after another would be left out.
  const me = mayEdit ? toAuthor(await remote.read('/users/me', { context: 'edit' })) : undefined;
  const context: Record<string, string> = mayEdit ? { context: 'edit' } : {};
  const { database, users } = dependencies;
  const { users: administrators } = await users.query({ roles: ['administrator'], number: 1 });
  const authors = new Authors(users, rule, administrators[0]?.id ?? 0);
  const mapping = new ImportMapping(database, remote.root.href);
  const terms = new ImportedTerms(dependencies.termStore, dependencies.taxonomies, dependencies.meta, mapping);
  const base = readAddress(remote.home);
  const items = new ImportedItems({ ...dependencies, authors, terms, mapping, base });
  const contents = new ContentRewriter({ ...dependencies, authors, mapping }, base);
  const files =
    dependencies.storage === undefined ? undefined : new RemoteFiles(remote, dependencies.storage, options.maxFileSize);

  /** Lets work take a list part by part; a list that may not be read is reported, and left out. */
  async function each(
    route: string,
    query: Record<string, string>,
    work: (items: readonly Json[]) => Promise<void>,
    mayHaveNoList = false,
  ) {
    try {
      for await (const { items: part, number, pages } of remote.list(route, { ...ALL, ...query })) {
        await work(part);
        progress(`${route.slice(1)}: page ${number} of ${Math.max(pages, 1)}`);
      }
    } catch (error) {
      if (!(error instanceof Refusal) || ![401, 403, 404].includes(error.status)) throw error;
      // Some types have items, but no list of them.
      if (error.status !== 404 || !mayHaveNoList) failures.push(error.message);
    }
  }

  const logins = new Map<number, string>();
  await each('/users', context, async (part) => {
    for (const user of part.map(toAuthor)) {
      logins.set(user.id, user.login);
      await authors.add(user);
    }
  });

  const known = new Map<number, WxrItem['terms'][number]>();
  const termFields: string[] = [];
  for (const [taxonomy, { rest_base }] of await resources(remote, '/taxonomies')) {
    if (!mayEdit && taxonomy === NAV_MENU) continue;
    termFields.push(rest_base);
    const waiting: Json[] = [];
    await each(`/${rest_base}`, { ...context, hide_empty: 'false' }, async (part) => {
      for (const term of part) {
        known.set(Number(term.id), { taxonomy, slug: String(term.slug), name: String(term.name) });
        waiting.push(term);
      }
    });
    await mapping.batch(async () => {
      for (const term of waiting) await terms.add(toTerm(term, taxonomy, known.get(Number(term.parent))?.slug ?? ''));
    });
    await terms.finish();
  }

  const types = await resources(remote, '/types');
  for (const [remoteType, { rest_base }] of [...types].sort(([a], [b]) => rank(a) - rank(b))) {
    const own = remoteType.startsWith(`${remote.brand}_`);
    const type = own ? dependencies.brand.typeName(remoteType.slice(remote.brand.length + 1)) : remoteType;
    if (dependencies.types.get(type) === undefined || (!mayEdit && (own || type === NAV_MENU_ITEM))) {
      items.skipped.set(remoteType, 0);
      continue;
    }
    const reading = {
      type,
      termFields,
      loginOf: (id: number | undefined) =>
        id === undefined ? (me?.login ?? '') : (logins.get(id) ?? (id === 0 ? '' : `#${id}`)),
      termOf: (id: number) => known.get(id),
    };
    const isFile = type === 'attachment';
    const status: Record<string, string> = mayEdit && !isFile ? { status: 'any' } : {};
    await each(
      `/${rest_base}`,
      { ...context, ...status },
      async (given) => {
        // Templates from files of the theme are not items; those that the site has changed have a name in place of an id.
        const part = given.filter(({ id }) => Number.isInteger(id));
        const changed = given.filter(({ id, wp_id }) => !Number.isInteger(id) && Number(wp_id) > 0);
        for (const { id } of changed) failures.push(`${remoteType} ${id}: it belongs to a theme`);
        const read = part.map((item) => toItem(item, reading));
        // Files are fetched before the transaction begins; items that were imported before have their files already.
        if (isFile && files !== undefined) {
          for (const [at, item] of read.entries()) {
            const isHere = await items.hasFile(item.id);
            const meta = isHere ? [] : await files.fetch(part[at]!);
            read[at] = { ...item, meta: [...item.meta, ...meta], fileIsHere: isHere || meta.length > 0 };
          }
        }
        await mapping.batch(() => items.addAll(read));
        if (!options.revisions || !mayEdit) return;
        for (const { id } of part.filter(isRevised)) {
          await each(
            `/${rest_base}/${id}/revisions`,
            context,
            async (revisions) => {
              const revised = revisions.map((revision) => toRevision(revision, reading));
              await mapping.batch(() => items.addAll(revised));
            },
            true,
          );
        }
      },
      own,
    );
  }

  // Comments that wait for approval, spam, and what other sites have sent are shown to moderators alone.
  for (const status of mayEdit ? ['all', 'spam'] : [undefined]) {
    const query = status === undefined ? context : { ...context, status, type: 'all' };
    await each('/comments', query, async (part) => {
      const byPost = new Map<number, WxrComment[]>();
      for (const { post, ...comment } of part.map(toComment)) byPost.set(post, [...(byPost.get(post) ?? []), comment]);
      await mapping.batch(() => items.comments.addAll(byPost));
    });
  }
  await items.finish();
  await database.bulk((pause) => contents.run(pause));
  await database.complete((left) => progress(`${left} texts to be indexed`));

  return {
    authors: authors.created,
    terms: terms.created,
    items: items.created,
    revisions: items.revisions,
    orphans: items.orphans,
    known: items.known,
    comments: items.comments.created,
    files: files?.fetched ?? 0,
    skipped: new Map([...items.skipped].filter(([, count]) => count > 0)),
    undated: items.undated,
    failures: [...failures, ...(files?.failures ?? [])],
  };
}

/** The types or taxonomies of a site that have routes below the namespace of the standard resources. */
async function resources(remote: RemoteSite, route: string): Promise<Map<string, { rest_base: string }>> {
  const found = new Map<string, { rest_base: string }>();
  for (const [name, value] of Object.entries(await remote.read(route))) {
    if (!isMap(value) || typeof value.rest_base !== 'string' || !/^[\w-]+$/.test(value.rest_base)) continue;
    if ((value.rest_namespace ?? remote.namespace) === remote.namespace)
      found.set(name, { rest_base: value.rest_base });
  }
  return found;
}
