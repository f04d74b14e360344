import { isRestResponse, type PluginHooks, type RestRequest } from '../../core/index.ts';
import type { Credentials } from '../../core/rest/index.ts';
import { type Autosaves, isAhead } from '../autosaves/index.ts';
import type { Permalinks, Post, PostStore } from '../posts/index.ts';
import { canBePreviewed, type PreviewLinks } from './links.ts';
import { baseOf, PreviewReader } from './reader.ts';

/** The parameter of the query that bears a token. */
export const TOKEN_PARAM = '_preview_token';

/** The services that links are opened with. */
export interface OpeningDependencies {
  readonly links: PreviewLinks;
  readonly credentials: Credentials;
  readonly posts: PostStore;
  readonly permalinks: Permalinks;
  readonly autosaves: Autosaves | undefined;
}

/**
 * Lets a request for one item that bears its token read that item, as its newest autosave would make it. The permission
 * lasts only while the item's own route answers: embedded items, and other requests with the same context, do not have
 * it.
 */
export function openLinks(hooks: PluginHooks, dependencies: OpeningDependencies): void {
  const opened = new WeakSet<RestRequest>();

  hooks.filter('rest_request_before_callbacks').tapPromise('preview-links', async (response, _handler, request) => {
    const token = request.paramsOf('query')[TOKEN_PARAM];
    if (token === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return response;
    await open(token, request);
    return response;
  });
  const open = async (token: unknown, request: RestRequest): Promise<void> => {
    const { context } = request;
    context.recorder?.markUncacheable('it bears the token of a preview link');
    const id = await dependencies.links.read(token);
    const post = id === undefined ? null : await dependencies.posts.byId(id);
    if (post === null || !canBePreviewed(post) || request.route !== dependencies.permalinks.route(post)) return;
    const shown = await asAutosaved(post, dependencies);
    dependencies.posts.loader(context).clear(post.id).prime(post.id, shown);
    context.user = dependencies.credentials.vouch(new PreviewReader(context.user, post.id));
    opened.add(request);
  };

  hooks.filter('rest_request_after_callbacks').tap({ stage: -1000 }, (response, _handler, request) => {
    if (!opened.has(request)) return;
    request.context.user = baseOf(request.context.user);
    if (isRestResponse(response)) response.header('Cache-Control', 'private, no-store');
  });
}

/** An item with the texts of its newest autosave, if that is newer than the item. */
async function asAutosaved(post: Post, { autosaves }: OpeningDependencies): Promise<Post> {
  const [newest] = (await autosaves?.of(post)) ?? [];
  if (newest === undefined || !isAhead(newest.modifiedGmt, post.modifiedGmt)) return post;
  const { title, content, excerpt } = newest;
  return { ...post, title, content, excerpt };
}
