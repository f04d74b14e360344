import { addQueryArgs, RestRequest } from '../../core/index.ts';
import type { ThemeDependencies } from './dependencies.ts';
import type { CommentData } from './reading/data.ts';
import type { Interface } from './reading/interface.ts';

/** How long a comment that waits for approval is shown to its writer, in milliseconds. */
const SHOWN_FOR = 600_000;

const PURPOSE = 'comment-preview';

/** Requests for a comment that is shown only if a signature holds. */
const OF_WRITER = new WeakSet<RestRequest>();

/** Whether a request reads a comment for its writer. */
export const isOfWriter = (request: RestRequest): boolean => OF_WRITER.has(request);

/** What is signed: the date makes the id of a later comment another text. */
const signedOf = ({ id, date_gmt }: CommentData): string => `${id}|${date_gmt}`;

/**
 * The address at which the writer of a comment that waits for approval sees it, by a signature that nobody else has;
 * one that only says so for spam, and where nothing can be signed.
 */
export function addressOfWaiting(link: string, comment: CommentData, keys: ThemeDependencies['keys']): string {
  if (keys === undefined || comment.status !== 'hold') return `${addQueryArgs(link, { comment: 'held' })}#comments`;
  const signature = keys.sign(PURPOSE, signedOf(comment));
  const query = { unapproved: comment.id, 'moderation-hash': signature };
  return `${addQueryArgs(link, query)}#comment-${comment.id}`;
}

/** The comment of such an address, while it waits and its time is not over; undefined for any other address. */
export async function readWaiting(
  query: URLSearchParams,
  item: number,
  rest: Interface,
  { clock, keys }: Pick<ThemeDependencies, 'clock' | 'keys'>,
): Promise<CommentData | undefined> {
  const [id, signature] = [query.get('unapproved'), query.get('moderation-hash')];
  if (id === null || signature === null || !/^[1-9]\d{0,15}$/.test(id)) return undefined;
  if (clock === undefined || keys === undefined) return undefined;
  // The time passes without any change that a cache would hear of.
  rest.context.recorder?.markUncacheable('a comment is shown to its writer for a while');
  const request = new RestRequest('GET', rest.core(`comments/${id}`), { context: rest.context });
  OF_WRITER.add(request);
  const { ok, data } = await rest.ask<CommentData & { post: number }>(request);
  if (!ok || data.status !== 'hold' || data.post !== item) return undefined;
  const isOver = clock.now().getTime() - Date.parse(`${data.date_gmt}Z`) > SHOWN_FOR;
  return !isOver && keys.verify(PURPOSE, signedOf(data), signature) ? data : undefined;
}
