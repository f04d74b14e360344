import { slugify, truncateSlug } from '../../../core/index.ts';
import type { Post } from '../post.ts';
import type { WriteOptions } from '../post-input.ts';
import type { StoreKit } from './kit.ts';
import type { Slugs } from './slugs.ts';

const SUFFIX = '__trashed';
const DESIRED_SLUG = '_wp_desired_post_slug';
/** What is left for the slug itself when the suffix stands behind it. */
const BEFORE_SUFFIX = 191;

/** What decides the slug of an item that is written. */
export interface SlugWish {
  readonly name: string;
  readonly title: string;
  readonly status: string;
  readonly type: string;
  readonly parent: number;
}

/** The statuses of items that may be without a slug. */
const WITHOUT_SLUG: ReadonlySet<string> = new Set(['draft', 'pending', 'auto-draft']);

/**
 * Works out the slug of an item that is written: the given one, or else one made of the title; put aside for an
 * item that goes to the trash, taken up again by one that comes back.
 */
export async function slugOfWrite(
  wish: SlugWish,
  before: Post | null,
  options: WriteOptions,
  kit: StoreKit,
  slugs: Slugs,
): Promise<string> {
  const { status, type, parent } = wish;
  const id = before?.id ?? 0;
  let slug = cleanSlug(mayChoose(wish, before, options, kit) ? wish.name : '', wish, before);
  if (before?.status === 'trash' && status !== 'trash') slug = (await takeDesired(id, kit)) ?? slug;
  if (status !== 'trash' && slug !== '') await freeFromTrash(slug, id, kit);
  if (status === 'trash' && before !== null && before.status !== 'trash') slug = await putAside(before, kit);
  return slugs.claim({ slug, id, status, type, parent });
}

/** The slug of an item that is shown but has neither slug nor title: its id. */
export async function slugOfUntitled(post: Post, slugs: Slugs): Promise<string> {
  if (post.name !== '' || WITHOUT_SLUG.has(post.status)) return post.name;
  return slugs.claim({ ...post, slug: slugify(post.title, String(post.id)) });
}

/** Who may not publish may not choose the slug of what waits for review. */
function mayChoose(
  { status, type }: SlugWish,
  before: Post | null,
  { by }: WriteOptions,
  { types }: StoreKit,
): boolean {
  if (status !== 'pending' || by === undefined) return true;
  return before === null
    ? by.can(types.get(type)?.cap.publish_posts ?? 'do_not_allow')
    : by.can('publish_post', before);
}

function cleanSlug(name: string, { title, status }: SlugWish, before: Post | null): string {
  if (name !== '') return name === before?.name ? name : slugify(name);
  return WITHOUT_SLUG.has(status) ? '' : slugify(title);
}

async function takeDesired(id: number, { meta }: StoreKit): Promise<string | undefined> {
  const [desired] = await meta.get('post', id, DESIRED_SLUG);
  if (typeof desired !== 'string' || desired === '') return undefined;
  await meta.delete('post', id, DESIRED_SLUG);
  return desired;
}

/** Items in the trash give up a slug that another item wants. */
async function freeFromTrash(slug: string, id: number, kit: StoreKit): Promise<void> {
  const { database, hooks } = kit;
  if (!hooks.filter('add_trashed_suffix_to_trashed_posts').call(true, slug, id)) return;
  const query = database.kept('posts.slugInTrash', () =>
    database.db
      .selectFrom('posts')
      .select(['ID as id', 'post_name as name'])
      .where('post_name', '=', slug)
      .where('post_status', '=', 'trash')
      .where('ID', '!=', id),
  );
  const holders = await database.rows(query, [slug, 'trash', id]);
  for (const holder of holders) {
    const name = await putAside(holder, kit);
    await database.db.updateTable('posts').set({ post_name: name }).where('ID', '=', holder.id).execute();
  }
}

/** Remembers an item's slug and answers with the one that it has in the trash. */
async function putAside({ id, name }: Pick<Post, 'id' | 'name'>, { meta }: StoreKit): Promise<string> {
  if (name.endsWith(SUFFIX)) return name;
  await meta.set('post', id, DESIRED_SLUG, name);
  return truncateSlug(name, BEFORE_SUFFIX) + SUFFIX;
}
