import { addQueryArgs, type RestRequest, type RestResponse, type RestServer } from '../../core/index.ts';
import type { Comment } from './comment.ts';
import { postOf } from './readable.ts';
import type { CommentServices } from './services.ts';
import { commentsUrl, commentUrl } from './urls.ts';

/** Adds the links of a comment with a number of answers: itself, its author, its item, what it answers, and its answers. */
export async function addLinks(
  server: RestServer,
  services: Pick<CommentServices, 'permalinks' | 'posts'>,
  response: RestResponse,
  { comment, children }: { readonly comment: Comment; readonly children: number },
  request: RestRequest,
): Promise<void> {
  const { context } = request;
  const url = (path: string) => server.restUrl(path, context);
  const collection = commentsUrl(server, request);
  response.addLink('self', commentUrl(server, comment.id, request));
  response.addLink('collection', collection);
  if (comment.author !== 0) {
    response.addLink('author', url(`${server.site.brand.namespace}/users/${comment.author}`), { embeddable: true });
  }
  const post = await postOf(services, comment, request);
  const route = post === null ? '' : services.permalinks.route(post);
  if (post !== null && route !== '') {
    response.addLink('up', url(route), { embeddable: true, post_type: post.type });
  }
  if (comment.parent !== 0) {
    response.addLink('in-reply-to', commentUrl(server, comment.parent, request), { embeddable: true });
  }
  if (children > 0) {
    response.addLink('children', addQueryArgs(collection, { parent: comment.id }), { embeddable: true });
  }
}
