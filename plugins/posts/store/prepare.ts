import { isRestError } from '../../../core/index.ts';
import { trimAscii } from '../../../core/text/index.ts';
import { postErrors } from '../errors.ts';
import type { Post, PostData } from '../post.ts';
import type { PostInput, WriteOptions } from '../post-input.ts';
import { type CommentStatusDependencies, commentStatuses } from './comment-status.ts';
import { datesFor, statusByDate } from './dates.ts';
import type { PostStoreDependencies } from './dependencies.ts';
import { parentWithoutLoop } from './parents.ts';
import { type SlugDependencies, slugOfWrite } from './slug-of-write.ts';
import type { Slugs } from './slugs.ts';

export type PrepareDependencies = CommentStatusDependencies &
  SlugDependencies &
  Pick<PostStoreDependencies, 'clock' | 'database' | 'hooks' | 'statuses' | 'types'>;

/** The statuses that a file may have; with any other it inherits that of the item it belongs to. */
const FILE_STATUSES: ReadonlySet<string> = new Set(['inherit', 'private', 'trash', 'auto-draft']);

/** Works out the stored data of an item, from the input and the item before the change. */
export async function prepareData(
  input: PostInput,
  before: Post | null,
  options: WriteOptions,
  dependencies: PrepareDependencies,
  slugs: Slugs,
): Promise<PostData> {
  const { hooks, clock, database } = dependencies;
  const texts = cleanTexts(input, before, options, dependencies);
  const type = input.type ?? before?.type ?? 'post';
  refuseEmpty(texts, type, input, dependencies);

  const given = input.status || (input.status === undefined ? before?.status : undefined) || 'draft';
  const requested = type === 'attachment' && !FILE_STATUSES.has(given) ? 'inherit' : given;
  const dates = datesFor(input, before, requested, dependencies);
  const status = type === 'attachment' ? requested : statusByDate(requested, dates.dateGmt, clock);
  const parent = await parentWithoutLoop(before?.id ?? 0, input.parent ?? before?.parent ?? 0, database);
  const slugInput = { name: input.name ?? before?.name ?? '', title: texts.title, status, type, parent };

  const { commentStatus, pingStatus } = commentStatuses(input, before, type, dependencies);

  const data: PostData = {
    title: texts.title,
    content: texts.content,
    excerpt: texts.excerpt,
    date: dates.date,
    dateGmt: dates.dateGmt,
    modified: dates.modified,
    modifiedGmt: dates.modifiedGmt,
    commentStatus,
    pingStatus,
    author: input.author ?? before?.author ?? options.by?.id ?? 0,
    status,
    type,
    password: passwordOf(input, before, status),
    name: await slugOfWrite(slugInput, before, options, dependencies, slugs),
    toPing: input.toPing ?? before?.toPing ?? '',
    pinged: input.pinged ?? before?.pinged ?? '',
    contentFiltered: input.contentFiltered ?? before?.contentFiltered ?? '',
    parent,
    guid: input.guid ?? before?.guid ?? '',
    menuOrder: input.menuOrder ?? before?.menuOrder ?? 0,
    mimeType: input.mimeType ?? before?.mimeType ?? '',
    commentCount: before?.commentCount ?? 0,
  };
  const placed = hooks.filter('wp_insert_post_parent').call(parent, before?.id ?? 0, data, input);
  const outcome = await hooks.filter('wp_insert_post_data').promise({ ...data, parent: placed }, input, before);
  if (isRestError(outcome)) throw outcome;
  return outcome;
}

/** The most characters that the column of passwords holds. */
const LONGEST_PASSWORD = 255;

/** Removes NUL characters, which PostgreSQL cannot store in a text. */
const storable = (text: string): string => text.replaceAll('\0', '');

function passwordOf(input: PostInput, before: Post | null, status: string): string {
  const password = status === 'private' ? '' : storable(input.password ?? before?.password ?? '');
  if (password.length > LONGEST_PASSWORD) throw postErrors.rest_post_password_too_long();
  return password;
}

type Texts = Pick<PostData, 'title' | 'content' | 'excerpt'>;

/** The texts of an item; given texts are cleaned for the user who writes them. */
function cleanTexts(
  input: PostInput,
  before: Post | null,
  { by }: WriteOptions,
  { hooks }: Pick<PostStoreDependencies, 'hooks'>,
): Texts {
  const given = <T>(text: string | undefined, former: T, clean: (text: string) => string) =>
    text === undefined ? former : clean(storable(text));
  return {
    title: given(input.title, before?.title ?? '', (text) => hooks.filter('title_save_pre').call(trimAscii(text), by)),
    content: given(input.content, before?.content ?? '', (text) => hooks.filter('content_save_pre').call(text, by)),
    excerpt: given(input.excerpt, before?.excerpt ?? '', (text) => hooks.filter('excerpt_save_pre').call(text, by)),
  };
}

/** Items of types that have title, content and excerpt need one of them. */
function refuseEmpty(
  texts: Texts,
  type: string,
  input: PostInput,
  { hooks, types }: Pick<PostStoreDependencies, 'hooks' | 'types'>,
): void {
  const needsText = ['title', 'editor', 'excerpt'].every((feature) => types.supports(type, feature));
  const isEmpty =
    type !== 'attachment' && needsText && Object.values(texts).every((text) => text === '' || text === '0');
  if (hooks.filter('wp_insert_post_empty_content').call(isEmpty, input)) throw postErrors.empty_content();
}
