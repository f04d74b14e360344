import { getOrMake } from '../../../core/base/index.ts';
import { truncateSlug } from '../../../core/text/index.ts';
import type { ContentType } from '../../content-types/index.ts';
import { type Database, freeName, type Parameter } from '../../database/index.ts';

/** An item that needs a slug. */
export interface SlugRequest {
  readonly slug: string;
  /** The item's id; 0 for a new one. */
  readonly id: number;
  readonly status: string;
  readonly type: string;
  readonly parent: number;
}

/** The services that decide which slugs compete. */
export interface SlugRules {
  typeOf(name: string): ContentType | undefined;
  /** Whether a slug would make a bad address, even if no other item has it. */
  isBad(request: SlugRequest): boolean;
}

/** An item that has a slug. */
export interface SlugHolder {
  readonly id: number;
  readonly slug: string;
  readonly type: string;
  readonly parent: number;
  readonly status: string;
}

const FREE_STATUSES: ReadonlySet<string> = new Set(['draft', 'pending', 'auto-draft']);
const MAX_LENGTH = 200;

/**
 * Finds slugs that no competing item has: attachments compete with everything, items of types with parents with their
 * siblings, others with their type. One statement, unless it is known who has them, and a few more for each that is taken.
 */
export async function uniqueSlugs(
  requests: readonly SlugRequest[],
  rules: SlugRules,
  database: Database,
  known?: readonly SlugHolder[],
): Promise<string[]> {
  const wanted = requests.filter((request) => competes(request) && !rules.isBad(request));
  const names = [...new Set(wanted.map(({ slug }) => slug))];
  const holders = bySlug(known ?? (await slugHolders(names, database)));
  const free = new Set(wanted.filter((request) => isFree(request.slug, request, holders, rules)));
  return Promise.all(
    requests.map((request) =>
      free.has(request) || !competes(request) ? request.slug : numbered(request, rules, database),
    ),
  );
}

/** The slug with a number with which it is free. */
function numbered(request: SlugRequest, rules: SlugRules, database: Database): Promise<string> {
  return freeName(
    (number) => withSuffix(request.slug, number),
    async (names) => {
      const holders = bySlug(await slugHolders(names, database));
      return new Set(names.filter((name) => !isFree(name, request, holders, rules)));
    },
  );
}

/** Whether a slug must be unique: drafts may share one, and revisions do; an item without a slug has none to share. */
export function competes({ slug, status, type }: SlugRequest): boolean {
  return slug !== '' && !FREE_STATUSES.has(status) && !(status === 'inherit' && type === 'revision');
}

function withSuffix(slug: string, suffix: number): string {
  const ending = `-${suffix}`;
  return truncateSlug(slug, MAX_LENGTH - ending.length) + ending;
}

/** The items that have any of some slugs. */
export async function slugHolders(names: readonly string[], database: Database): Promise<SlugHolder[]> {
  if (names.length === 0) return [];
  const statement = database.prepare('posts.slugHolders', (parameter: Parameter<{ names: readonly string[] }>) =>
    database.db
      .selectFrom('posts')
      .select(['ID as id', 'post_name as slug', 'post_type as type', 'post_parent as parent', 'post_status as status'])
      .where('post_name', 'in', parameter('names')),
  );
  return statement.rows({ names });
}

type Holders = ReadonlyMap<string, readonly SlugHolder[]>;

function bySlug(holders: readonly SlugHolder[]): Holders {
  const found = new Map<string, SlugHolder[]>();
  for (const holder of holders) getOrMake(found, holder.slug.toLowerCase(), () => []).push(holder);
  return found;
}

function isFree(name: string, request: SlugRequest, holders: Holders, { typeOf }: SlugRules): boolean {
  const { id, type, parent } = request;
  const others = (holders.get(name) ?? []).filter((holder) => holder.id !== id);
  if (type === 'attachment') return others.length === 0;
  if (typeOf(type)?.hierarchical !== true) return !others.some((holder) => holder.type === type);
  return !others.some((holder) => holder.parent === parent && (holder.type === type || holder.type === 'attachment'));
}
