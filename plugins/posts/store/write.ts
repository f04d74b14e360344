import { merged, RequestContext } from '../../../core/index.ts';
import { postErrors } from '../errors.ts';
import { type Post, type PostData, toRow } from '../post.ts';
import type { PostInput, WriteOptions } from '../post-input.ts';
import { announce, announcePublished } from './announce.ts';
import { setTermsOfWrite } from './default-terms.ts';
import type { StoreKit } from './kit.ts';
import { prepareData } from './prepare.ts';
import { readPosts } from './read.ts';
import { slugOfUntitled } from './slug-of-write.ts';
import type { Slugs } from './slugs.ts';

/** Makes an item, within the transaction that is open. */
export async function insertPost(input: PostInput, options: WriteOptions, kit: StoreKit, slugs: Slugs): Promise<Post> {
  const data = await prepareData(input, null, options, kit, slugs);
  const { importId = 0 } = input;
  const isFree = importId > 0 && (await readPosts(kit.database, [importId])).size === 0;
  const row = toRow(data);
  if (isFree) row.ID = importId;
  const id = await kit.database.insert('posts', row);
  const named = merged(data, { id, trashedFrom: '' });
  const slugged = { ...named, name: await slugOfUntitled(named, slugs) };
  const guid = slugged.guid || (await identifierOf(slugged, options, kit));
  const post = { ...slugged, guid };
  await store(id, { name: post.name, guid }, kit);
  await setTermsOfWrite(post, true, input, options, kit);
  await storeMeta(id, input, kit);
  await announce(post, null, options, kit);
  return post;
}

/** The most characters that the column of identifiers holds. */
const LONGEST_IDENTIFIER = 255;

/** The identifier of a new item: its address as it is now, or the plain one where that is too long to be stored. */
async function identifierOf(post: Post, { by }: WriteOptions, kit: StoreKit): Promise<string> {
  const context = new RequestContext({ user: by });
  const address = await kit.permalinks().forPost(post, context);
  return address.length <= LONGEST_IDENTIFIER ? address : kit.permalinks().plain(post);
}

/** Changes an item, within the transaction that is open. */
export async function updatePost(
  id: number,
  input: PostInput,
  options: WriteOptions,
  kit: StoreKit,
  slugs: Slugs,
): Promise<Post> {
  const before = (await readPosts(kit.database, [id])).get(id);
  if (before === undefined) throw postErrors.rest_post_invalid_id();
  const data = await prepareData(input, before, options, kit, slugs);
  await kit.hooks.action('pre_post_update').promise(id, data);
  const named = merged(data, { id, trashedFrom: data.status === 'trash' ? before.trashedFrom || before.status : '' });
  const post = { ...named, name: await slugOfUntitled(named, slugs) };
  await store(id, { ...data, name: post.name }, kit);
  await setTermsOfWrite(post, false, input, options, kit);
  await storeMeta(id, input, kit);
  await announce(post, before, options, kit);
  return post;
}

/** Publishes an item that is scheduled, within the transaction that is open; its date and its change stay. */
export async function publishPost(id: number, kit: StoreKit): Promise<Post | null> {
  const before = (await readPosts(kit.database, [id])).get(id);
  if (before === undefined || before.status !== 'future') return null;
  const post = { ...before, status: 'publish' };
  await store(id, { status: post.status }, kit);
  await setTermsOfWrite(post, false, {}, {}, kit);
  await announcePublished(post, before, kit);
  return post;
}

async function store(id: number, data: Partial<PostData>, { database }: StoreKit): Promise<void> {
  const row = toRow(data);
  const query = database.kept(`posts.store ${Object.keys(row)}`, () =>
    database.db.updateTable('posts').set(row).where('ID', '=', id),
  );
  await database.run(query, [...Object.values(row), id]);
}

async function storeMeta(id: number, { metaInput = {} }: PostInput, { meta }: StoreKit): Promise<void> {
  for (const [key, value] of Object.entries(metaInput)) await meta.set('post', id, key, value);
}
