import type { EndpointArgument, RestRequest } from '../../core/index.ts';
import { type Post, PostsController } from '../posts/index.ts';
import { fontErrors as errors } from './errors.ts';

/** Arguments of lists of items that make no sense for fonts. */
const LEFT_OUT = ['after', 'before', 'modified_after', 'modified_before', 'search', 'search_columns', 'status'];

/** What the routes of families and of faces have in common. */
export abstract class LibraryController extends PostsController {
  override readonly allowBatch = undefined;
  override readonly hasAutosaves = false;

  override collectionParams(): Record<string, EndpointArgument> {
    const params = { ...super.collectionParams() };
    for (const name of LEFT_OUT) delete params[name];
    return { ...params, orderby: { ...params.orderby, default: 'id', enum: ['id', 'include'] } };
  }

  override mayList(request: RestRequest): boolean {
    if (request.user.can(this.type.cap.read!)) return true;
    throw errors.rest_cannot_read(request);
  }

  override async mayReadItem(request: RestRequest): Promise<boolean> {
    const post = await this.load(request);
    if (await this.isReadable(post, request)) return true;
    throw errors.rest_cannot_read(request);
  }

  override async isReadable(post: Post, request: RestRequest): Promise<boolean> {
    return request.user.can('read_post', post);
  }
}
