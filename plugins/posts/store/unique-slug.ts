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

interface Holder {
  readonly id: number;
  readonly slug: string;
  readonly type: string;
  readonly parent: number;
}

const FREE_STATUSES: ReadonlySet<string> = new Set(['draft', 'pending', 'auto-draft']);
const MAX_LENGTH = 200;

/**
 * Finds slugs that no competing item has: attachments compete with everything, items of types with parents with their
 * siblings, others with their type. One statement, and a few more for each that is taken.
 */
export async function uniqueSlugs(
  requests: readonly SlugRequest[],
  rules: SlugRules,
  database: Database,
): Promise<string[]> {
  const wanted = requests.filter((request) => competes(request) && !rules.isBad(request));
  const holders = await holdersOf(new Set(wanted.map(({ slug }) => slug)), database);
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
      const holders = await holdersOf(new Set(names), database);
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

async function holdersOf(names: ReadonlySet<string>, database: Database): Promise<Map<string, Holder[]>> {
  const holders = new Map<string, Holder[]>();
  if (names.size === 0) return holders;
  const statement = database.prepare('posts.slugHolders', (parameter: Parameter<{ names: readonly string[] }>) =>
    database.db
      .selectFrom('posts')
      .select(['ID as id', 'post_name as slug', 'post_type as type', 'post_parent as parent'])
      .where('post_name', 'in', parameter('names')),
  );
  for (const row of await statement.rows({ names: [...names] })) {
    const slug = row.slug.toLowerCase();
    holders.set(slug, [...(holders.get(slug) ?? []), row]);
  }
  return holders;
}

function isFree(name: string, request: SlugRequest, holders: Map<string, Holder[]>, { typeOf }: SlugRules): boolean {
  const { id, type, parent } = request;
  const others = (holders.get(name) ?? []).filter((holder) => holder.id !== id);
  if (type === 'attachment') return others.length === 0;
  if (typeOf(type)?.hierarchical !== true) return !others.some((holder) => holder.type === type);
  return !others.some((holder) => holder.parent === parent && (holder.type === type || holder.type === 'attachment'));
}
