import { slugify, truncateSlug } from '../../../core/text/index.ts';
import type { Post } from '../post.ts';
import type { WriteOptions } from '../post-input.ts';
import type { PostStoreDependencies } from './dependencies.ts';
import { setLockedMeta } from './locked-meta.ts';
import type { Slugs } from './slugs.ts';
import type { SlugHolder, SlugRequest } from './unique-slug.ts';

export type SlugDependencies = Pick<PostStoreDependencies, 'database' | 'hooks' | 'meta' | 'types'>;

const SUFFIX = '__trashed';
const DESIRED_SLUG = '_wp_desired_post_slug';
/** The most characters of a slug that gets the suffix. */
const BEFORE_SUFFIX = 191;

/** The values that decide the slug of an item that is written. */
export interface SlugInput {
  readonly name: string;
  readonly title: string;
  readonly status: string;
  readonly type: string;
  readonly parent: number;
}

/** The statuses of items that may be without a slug. */
const WITHOUT_SLUG: ReadonlySet<string> = new Set(['draft', 'pending', 'auto-draft']);

/**
 * Works out the slug of an item that is written: the given one, or else one made of the title. An item that is trashed
 * gets a suffix to its slug, and one that is restored gets its former slug back.
 */
export async function slugOfWrite(
  input: SlugInput,
  before: Post | null,
  options: WriteOptions,
  dependencies: SlugDependencies,
  slugs: Slugs,
): Promise<string> {
  const { status, type, parent } = input;
  const { meta } = dependencies;
  const id = before?.id ?? 0;
  let slug = cleanSlug(mayChoose(input, before, options, dependencies) ? input.name : '', input, before);
  if (before?.status === 'trash' && status !== 'trash') slug = (await takeDesired(id, dependencies)) ?? slug;
  if (status === 'trash' && before !== null && before.status !== 'trash') {
    slug = await putAside(before.name, (name) => setLockedMeta(meta, 'post', id, { [DESIRED_SLUG]: name }));
  }
  const request = { slug, id, status, type, parent };
  if (status === 'trash') return slugs.claim(request);
  return slugs.claim(request, (holders) => releasedFromTrash(holders, request, dependencies));
}

/** The slug of an item that is shown but has neither slug nor title: its id. */
export async function slugOfUntitled(post: Post, slugs: Slugs): Promise<string> {
  if (post.name !== '' || WITHOUT_SLUG.has(post.status)) return post.name;
  return slugs.claim({ ...post, slug: slugify(post.title, String(post.id)) });
}

/** A user who may not publish may not choose the slug of an item that is pending review. */
function mayChoose(
  { status, type }: SlugInput,
  before: Post | null,
  { by }: WriteOptions,
  { types }: Pick<SlugDependencies, 'types'>,
): boolean {
  if (status !== 'pending' || by === undefined) return true;
  return before === null
    ? by.can(types.get(type)?.cap.publish_posts ?? 'do_not_allow')
    : by.can('publish_post', before);
}

function cleanSlug(name: string, { title, status }: SlugInput, before: Post | null): string {
  if (name !== '') return name === before?.name ? name : slugify(name);
  return WITHOUT_SLUG.has(status) ? '' : slugify(title);
}

async function takeDesired(id: number, { meta }: Pick<SlugDependencies, 'meta'>): Promise<string | undefined> {
  const [desired] = await meta.get('post', id, DESIRED_SLUG);
  if (typeof desired !== 'string' || desired === '') return undefined;
  await meta.delete('post', id, DESIRED_SLUG);
  return desired;
}

/** Other items in the trash give up a slug that an item takes. Answers with the items and the slugs that they have then. */
async function releasedFromTrash(
  holders: readonly SlugHolder[],
  { slug, id }: SlugRequest,
  dependencies: Omit<SlugDependencies, 'types'>,
): Promise<readonly SlugHolder[]> {
  const { database, hooks, meta } = dependencies;
  if (slug === '' || !hooks.filter('add_trashed_suffix_to_trashed_posts').call(true, slug, id)) return holders;
  const released: SlugHolder[] = [];
  for (const holder of holders) {
    if (holder.status !== 'trash' || holder.id === id) {
      released.push(holder);
      continue;
    }
    const name = await putAside(holder.slug, (desired) => meta.set('post', holder.id, DESIRED_SLUG, desired));
    await database.db.updateTable('posts').set({ post_name: name }).where('ID', '=', holder.id).execute();
    released.push({ ...holder, slug: name });
  }
  return released;
}

/** Has an item's slug remembered and answers with the one that it has in the trash. */
async function putAside(name: string, remember: (name: string) => Promise<void>): Promise<string> {
  if (name.endsWith(SUFFIX)) return name;
  await remember(name);
  return truncateSlug(name, BEFORE_SUFFIX) + SUFFIX;
}
