import { isRestResponse, type PluginHooks, type RestRequest } from '../../core/index.ts';
import { type Autosaves, isAhead } from '../autosaves/index.ts';
import type { Permalinks, Post, PostStore } from '../posts/index.ts';
import { canBePreviewed, type PreviewLinks } from './links.ts';
import { baseOf, PreviewReader } from './reader.ts';

/** The parameter of the query that bears a token. */
export const TOKEN_PARAM = '_preview_token';

/** What links are opened with. */
export interface OpeningKit {
  readonly links: PreviewLinks;
  readonly posts: PostStore;
  readonly permalinks: Permalinks;
  readonly autosaves: Autosaves | undefined;
}

/**
 * Lets a request for one item that bears its token read that item, as its newest autosave would make it. It is let for
 * as long as the item's own route answers: what is embedded in the answer, and whatever else shares the request's
 * context, is read without it.
 */
export function openLinks(hooks: PluginHooks, kit: OpeningKit): void {
  const opened = new WeakSet<RestRequest>();

  hooks.filter('rest_request_before_callbacks').tap('preview-links', (response, _handler, request) => {
    const token = request.paramsOf('query')[TOKEN_PARAM];
    if (token === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return response;
    return open(token, request).then(() => response);
  });
  const open = async (token: unknown, request: RestRequest): Promise<void> => {
    const { context } = request;
    context.reading?.spoil('it bears the token of a preview link');
    const id = await kit.links.read(token);
    const post = id === undefined ? null : await kit.posts.byId(id);
    if (post === null || !canBePreviewed(post) || request.route !== kit.permalinks.route(post)) return;
    const shown = await asAutosaved(post, kit);
    kit.posts.loader(context).clear(post.id).prime(post.id, shown);
    context.user = new PreviewReader(context.user, post.id);
    opened.add(request);
  };

  hooks.filter('rest_request_after_callbacks').tap({ stage: -1000 }, (response, _handler, request) => {
    if (!opened.has(request)) return;
    request.context.user = baseOf(request.context.user);
    if (isRestResponse(response)) response.header('Cache-Control', 'private, no-store');
  });
}

/** An item with the texts of its newest autosave, if that is ahead of it. */
async function asAutosaved(post: Post, { autosaves }: OpeningKit): Promise<Post> {
  const [newest] = (await autosaves?.of(post)) ?? [];
  if (newest === undefined || !isAhead(newest.modifiedGmt, post.modifiedGmt)) return post;
  const { title, content, excerpt } = newest;
  return { ...post, title, content, excerpt };
}
