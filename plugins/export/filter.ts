import { type CommandContext, CommandError } from '../../core/index.ts';
import { parseStoredDate } from '../../core/site/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { Database } from '../database/index.ts';
import type { TermStore } from '../terms/index.ts';
import type { UserStore } from '../users/index.ts';

/** Which items are exported; what is left out narrows nothing. */
export interface ExportFilter {
  readonly types: readonly string[];
  readonly statuses?: readonly string[];
  readonly ids?: readonly number[];
  /** Stored local dates, both inclusive. */
  readonly from?: string;
  readonly to?: string;
  readonly author?: number;
  /** What relations to items call the category. */
  readonly categoryTaxonomyId?: number;
  readonly comments: boolean;
  readonly revisions: boolean;
}

/** The services that reading the flags of `export` needs. */
export interface FilterDependencies {
  readonly types: ContentTypes;
  readonly terms: TermStore;
  readonly users: UserStore;
}

/** The flags of `export` that choose items, in WP-CLI's grammar. */
export const FILTER_FLAGS = {
  '--post_type <types>': 'Only items of these types, separated by commas; all types that allow it when left out.',
  '--post_type__not_in <types>': 'All types but these.',
  '--post__in <ids>': 'Only these items, by id, separated by commas.',
  '--post_status <statuses>': 'Only items of these statuses, separated by commas.',
  '--start_date <date>': 'Only items from this day on: YYYY-MM-DD.',
  '--end_date <date>': 'Only items up to this day: YYYY-MM-DD.',
  '--author <author>': 'Only items of this user: an id or a login.',
  '--category <category>': 'Only items of this category: an id or a slug.',
  '--skip_comments': 'Leaves comments out.',
  '--skip_revisions': 'Leaves revisions of items out.',
};

type Flags = CommandContext['flags'];

const listOf = (flags: Flags, name: string): string[] | undefined => {
  const value = flags[name];
  if (typeof value !== 'string') return undefined;
  const parts = value.split(',').map((part) => part.trim());
  const given = parts.filter((part) => part !== '');
  if (given.length === 0) throw new CommandError(`--${name} is empty; leave it out to export all`);
  return given;
};

/** Reads the flags that choose items. Throws a `CommandError` that names the flag which cannot be read. */
export async function readFilter(flags: Flags, { types, terms, users }: FilterDependencies): Promise<ExportFilter> {
  return {
    types: typesOf(flags, types),
    statuses: listOf(flags, 'post_status'),
    ids: listOf(flags, 'post__in')?.map((id) => idOf(id, 'post__in')),
    from: dayOf(flags, 'start_date', '00:00:00'),
    to: dayOf(flags, 'end_date', '23:59:59'),
    author: await authorOf(flags, users),
    categoryTaxonomyId: await categoryOf(flags, terms),
    comments: flags.skip_comments !== true,
    revisions: flags.skip_revisions !== true,
  };
}

function typesOf(flags: Flags, types: ContentTypes): string[] {
  const exportable = types
    .all()
    .filter(({ can_export }) => can_export)
    .map(({ name }) => name);
  const check = (names: string[] | undefined, flag: string) => {
    const unknown = names?.find((name) => !exportable.includes(name));
    if (unknown === undefined) return names;
    throw new CommandError(`--${flag}: there is no type "${unknown}" to export; there are ${exportable.join(', ')}`);
  };
  const included = check(listOf(flags, 'post_type'), 'post_type') ?? exportable;
  const excluded = check(listOf(flags, 'post_type__not_in'), 'post_type__not_in') ?? [];
  const left = included.filter((name) => !excluded.includes(name));
  if (left.length === 0) throw new CommandError('--post_type__not_in leaves no type to export');
  return left;
}

function idOf(text: string, flag: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new CommandError(`--${flag}: "${text}" is not an id`);
  return Number(text);
}

function dayOf(flags: Flags, flag: string, time: string): string | undefined {
  const day = flags[flag];
  if (day === undefined) return undefined;
  const date = `${day} ${time}`;
  if (parseStoredDate(date) === null) throw new CommandError(`--${flag}=${day}: write a day as YYYY-MM-DD`);
  return date;
}

async function authorOf({ author }: Flags, users: UserStore): Promise<number | undefined> {
  if (typeof author !== 'string') return undefined;
  const user = (await users.byLogin(author)) ?? (/^\d{1,15}$/.test(author) ? await users.byId(Number(author)) : null);
  if (user === null) throw new CommandError(`--author=${author}: there is no user of this login or id`);
  return user.id;
}

async function categoryOf({ category }: Flags, terms: TermStore): Promise<number | undefined> {
  if (typeof category !== 'string') return undefined;
  const term =
    (await terms.bySlug(category, 'category')) ??
    (/^\d{1,15}$/.test(category) ? await terms.byId(Number(category), 'category') : null);
  if (term === null) throw new CommandError(`--category=${category}: there is no category of this slug or id`);
  return term.taxonomyId;
}

/** Begins a query for the rows of the chosen items, as `posts`. */
export function chosenPosts({ db }: Database, filter: ExportFilter) {
  const { types, statuses, ids, from, to, author, categoryTaxonomyId } = filter;
  let query = db.selectFrom('posts').where('posts.post_type', 'in', types);
  // Automatic drafts are exported only when the filter names their status.
  query =
    statuses === undefined
      ? query.where('posts.post_status', '!=', 'auto-draft')
      : query.where('posts.post_status', 'in', statuses);
  if (ids !== undefined) query = query.where('posts.ID', 'in', ids);
  if (from !== undefined) query = query.where('posts.post_date', '>=', from);
  if (to !== undefined) query = query.where('posts.post_date', '<=', to);
  if (author !== undefined) query = query.where('posts.post_author', '=', author);
  if (categoryTaxonomyId === undefined) return query;
  return query.where('posts.ID', 'in', (sub) =>
    sub.selectFrom('term_relationships').select('object_id').where('term_taxonomy_id', '=', categoryTaxonomyId),
  );
}
