import type { Parameter } from '../../database/index.ts';
import type { Post } from '../post.ts';
import type { PostStoreDependencies } from './dependencies.ts';

/** The services that terms are counted with. */
export type RecountDependencies = Pick<PostStoreDependencies, 'database' | 'taxonomies' | 'terms'>;

/** The statuses of items that terms count: files are counted with the item that they belong to. */
const COUNTED: ReadonlySet<string> = new Set(['publish', 'inherit']);

/** Counts the terms of an item anew, where a change may put it among those that are counted: as a published one is. */
export async function recountTerms(post: Post, before: Post, dependencies: RecountDependencies): Promise<void> {
  const isOther = before.status !== post.status && [before, post].some(({ status }) => COUNTED.has(status));
  const isChanged = isOther || before.type !== post.type;
  const isMoved = post.type === 'attachment' && before.parent !== post.parent;
  if (isChanged || isMoved) await recountTermsOf([post.id], [post.type, before.type], dependencies);
  if (isChanged) await recountAttached(post.id, dependencies);
}

/** Counts the terms of the attachments of an item anew: they count as long as the item is published. */
export async function recountAttached(id: number, dependencies: RecountDependencies): Promise<void> {
  if (dependencies.taxonomies.ofType('attachment').length === 0) return;
  const { database } = dependencies;
  const statement = database.prepare('posts.attachedTo', (parameter: Parameter<{ id: number }>) =>
    database.db
      .selectFrom('posts')
      .select('ID')
      .where('post_parent', '=', parameter('id'))
      .where('post_type', '=', 'attachment'),
  );
  const ids = (await statement.rows({ id })).map(({ ID }) => ID);
  await recountTermsOf(ids, ['attachment'], dependencies);
}

async function recountTermsOf(
  ids: readonly number[],
  types: readonly string[],
  { taxonomies, terms }: RecountDependencies,
): Promise<void> {
  const names = [...new Set(types.flatMap((type) => taxonomies.ofType(type).map(({ name }) => name)))];
  if (names.length === 0) return;
  const present = [...(await terms.ofObjects(ids, names)).values()].flat();
  for (const name of names) {
    const counted = present.filter((term) => term.taxonomy === name).map((term) => term.taxonomyId);
    if (counted.length > 0) await terms.updateCounts(name, counted);
  }
}
