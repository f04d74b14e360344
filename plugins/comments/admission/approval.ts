import { isRestError } from '../../../core/index.ts';
import type { CommentInput } from '../comment.ts';
import type { CommentServices } from '../services.ts';
import { holdsWord } from './words.ts';

/** The stored status that a new comment gets: `1`, `0`, or `trash` for one that holds a disallowed word. */
export async function approvalOf(services: CommentServices, input: CommentInput): Promise<string> {
  const approved = await services.hooks.filter('pre_comment_approved').promise(await judge(services, input), input);
  if (isRestError(approved)) throw approved;
  return approved;
}

async function judge(services: CommentServices, input: CommentInput): Promise<string> {
  if (await isTrusted(services, input)) return '1';
  if (holdsWord(services.options.get('disallowed_keys', ''), input)) return 'trash';
  return (await passesModeration(services, input)) ? '1' : '0';
}

/** The author of the item and moderators are trusted. */
async function isTrusted(
  { posts, userLoader }: Pick<CommentServices, 'posts' | 'userLoader'>,
  { author = 0, post = 0 }: CommentInput,
) {
  if (author === 0) return false;
  const item = await posts.byId(post);
  if (item?.author === author) return true;
  return (await userLoader.load(author))?.can('moderate_comments') ?? false;
}

async function passesModeration(
  services: Pick<CommentServices, 'database' | 'hooks' | 'options' | 'renderer' | 'users'>,
  input: CommentInput,
): Promise<boolean> {
  const { options } = services;
  const isOn = (option: string, standard: string) => Number(options.get(option, standard)) === 1;
  if (isOn('comment_moderation', '0')) return false;
  const mostLinks = Number(options.get('comment_max_links', '2'));
  if (mostLinks > 0 && (await countLinks(services, input)) >= mostLinks) return false;
  if (holdsWord(options.get('moderation_keys', ''), input)) return false;
  return !isOn('comment_previously_approved', '1') || wasApprovedBefore(services, input);
}

async function countLinks(
  { hooks, renderer }: Pick<CommentServices, 'hooks' | 'renderer'>,
  input: CommentInput,
): Promise<number> {
  const { content = '', authorUrl = '' } = input;
  const markup = await renderer.comment(content, input);
  const count = markup.match(/<a\s[^<>]*href/gi)?.length ?? 0;
  return hooks.filter('comment_max_links_url').call(count, authorUrl, content);
}

/** Whether an approved comment of the same user, or of a visitor of the same name and email address, is there. */
async function wasApprovedBefore(
  { database, users }: Pick<CommentServices, 'database' | 'users'>,
  input: CommentInput,
): Promise<boolean> {
  const { authorName = '', authorEmail = '', type = 'comment' } = input;
  if (type === 'trackback' || type === 'pingback' || authorName === '' || authorEmail === '') return false;
  const user = await users.byEmail(authorEmail);
  const approved = database.db.selectFrom('comments').select('comment_ID').where('comment_approved', '=', '1').limit(1);
  const earlier =
    user === null
      ? approved
          .where(database.fold('comment_author_email'), '=', authorEmail.toLowerCase())
          .where(database.fold('comment_author'), '=', authorName.toLowerCase())
      : approved.where('user_id', '=', user.id);
  return (await earlier.executeTakeFirst()) !== undefined;
}
