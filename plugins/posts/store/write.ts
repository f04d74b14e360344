import { RequestContext } from '../../../core/index.ts';
import type { Parameter } from '../../database/index.ts';
import { postErrors } from '../errors.ts';
import { type Post, type PostData, toRow } from '../post.ts';
import type { PostInput, WriteOptions } from '../post-input.ts';
import { type AnnounceDependencies, announce, announcePublished } from './announce.ts';
import { type DefaultTermDependencies, setTermsOfWrite } from './default-terms.ts';
import type { PostStoreDependencies } from './dependencies.ts';
import { type PrepareDependencies, prepareData } from './prepare.ts';
import { readPosts } from './read.ts';
import { type RecountDependencies, recountTerms } from './recount-terms.ts';
import { slugOfUntitled } from './slug-of-write.ts';
import type { Slugs } from './slugs.ts';

/** The services that every write depends on. */
type StoreDependencies = AnnounceDependencies &
  DefaultTermDependencies &
  RecountDependencies &
  Pick<PostStoreDependencies, 'meta'>;

/** The services of a write that also works out what is stored. */
export type UpdateDependencies = StoreDependencies & PrepareDependencies;

/** The services that items are made with. */
type InsertDependencies = UpdateDependencies & Pick<PostStoreDependencies, 'permalinks'>;

/** Makes an item, within the transaction that is open. */
export async function insertPost(
  input: PostInput,
  options: WriteOptions,
  dependencies: InsertDependencies,
  slugs: Slugs,
): Promise<Post> {
  const post = await storeNew(input, options, dependencies, slugs);
  await setTermsOfWrite(post, true, input, options, dependencies);
  await storeMeta(post.id, input, dependencies);
  await announce(post, null, options, dependencies);
  return post;
}

/**
 * Stores the row of a new item. Its identifier, and the slug of one without a title, are made of its id: where that can be known
 * before, the row is stored whole.
 */
async function storeNew(
  input: PostInput,
  options: WriteOptions,
  dependencies: InsertDependencies,
  slugs: Slugs,
): Promise<Post> {
  const { database } = dependencies;
  const { importId = 0 } = input;
  const [reserved, data] = await Promise.all([
    importId > 0 ? undefined : database.reserveId('posts'),
    prepareData(input, null, options, dependencies, slugs),
  ]);
  const whole = async (id: number): Promise<Post> => {
    const named = { ...data, id, trashedFrom: '' };
    const slugged = { ...named, name: await slugOfUntitled(named, slugs) };
    return { ...slugged, guid: slugged.guid || (await identifierOf(slugged, options, dependencies)) };
  };
  if (reserved !== undefined) {
    const post = await whole(reserved);
    database.unawaited(database.insertAll('posts', [{ ...toRow(post), ID: reserved }]));
    return post;
  }
  const isFree = importId > 0 && (await readPosts(database, [importId])).size === 0;
  const id = await database.insert('posts', { ...toRow(data), ...(isFree && { ID: importId }) });
  const post = await whole(id);
  const { name, guid } = post;
  if (name !== data.name || guid !== data.guid) database.unawaited(store(id, { name, guid }, dependencies));
  return post;
}

/** The most characters that the column of identifiers holds. */
const LONGEST_IDENTIFIER = 255;

/** The identifier of a new item: its address as it is now, or the plain one where that is too long to be stored. */
async function identifierOf(
  post: Post,
  { by }: WriteOptions,
  { permalinks }: Pick<PostStoreDependencies, 'permalinks'>,
): Promise<string> {
  const context = new RequestContext({ user: by });
  const address = await permalinks().forPost(post, context);
  return address.length <= LONGEST_IDENTIFIER ? address : permalinks().plain(post);
}

/** Changes an item, within the transaction that is open and has locked it. */
export async function updatePost(
  before: Post | undefined,
  input: PostInput,
  options: WriteOptions,
  dependencies: UpdateDependencies,
  slugs: Slugs,
): Promise<Post> {
  if (before === undefined) throw postErrors.rest_post_invalid_id();
  const { id } = before;
  const data = await prepareData(input, before, options, dependencies, slugs);
  await dependencies.hooks.action('pre_post_update').promise(id, data);
  const named = {
    ...data,
    id,
    trashedFrom: data.status === 'trash' ? before.trashedFrom || before.status : '',
  };
  const post = { ...named, name: await slugOfUntitled(named, slugs) };
  // How many comments an item has is written by the code that counts them.
  const { commentCount: _, ...columns } = data;
  await Promise.all([
    store(id, { ...columns, name: post.name }, dependencies),
    setTermsOfWrite(post, false, input, options, dependencies),
    recountTerms(post, before, dependencies),
  ]);
  await storeMeta(id, input, dependencies);
  await announce(post, before, options, dependencies);
  return post;
}

/**
 * Publishes an item that is scheduled, within the transaction that is open and has locked it; its date and its change stay. Whether
 * it is scheduled, and due, is found out within, so that the hooks are fired once.
 */
export async function publishPost(
  found: Post | undefined,
  dueBy: string | undefined,
  dependencies: StoreDependencies,
): Promise<Post | null> {
  const isDue = (post: Post | undefined): post is Post =>
    post?.status === 'future' && (dueBy === undefined || post.dateGmt <= dueBy);
  if (!isDue(found)) return null;
  const { id } = found;
  await dependencies.hooks.action('publish_future_post').promise(id);
  // A tap may have taken it out of the schedule.
  const before = (await readPosts(dependencies.database, [id])).get(id);
  if (!isDue(before)) return null;
  const post = { ...before, status: 'publish' };
  await Promise.all([
    store(id, { status: post.status }, dependencies),
    setTermsOfWrite(post, false, {}, {}, dependencies),
    recountTerms(post, before, dependencies),
  ]);
  await announcePublished(post, before, dependencies);
  return post;
}

async function store(
  id: number,
  data: Partial<PostData>,
  { database }: Pick<PostStoreDependencies, 'database'>,
): Promise<void> {
  const row = toRow(data);
  const columns = Object.keys(row) as (keyof typeof row)[];
  const statement = database.prepare('posts.store', (parameter: Parameter<typeof row & { readonly id: number }>) =>
    database.db
      .updateTable('posts')
      .set(Object.fromEntries(columns.map((column) => [column, parameter(column)])))
      .where('ID', '=', parameter('id')),
  );
  await statement.run({ ...row, id });
}

async function storeMeta(
  id: number,
  { metaInput = {} }: PostInput,
  { meta }: Pick<PostStoreDependencies, 'meta'>,
): Promise<void> {
  await Promise.all(Object.entries(metaInput).map(([key, value]) => meta.set('post', id, key, value)));
}
