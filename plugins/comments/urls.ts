import type { RestRequest, RestServer } from '../../core/index.ts';

/** The address of the list of comments in the interface. */
export const commentsUrl = (server: RestServer, { context }: RestRequest): string =>
  server.restUrl(`${server.site.brand.namespace}/comments`, context);

/** The address of a comment in the interface. */
export const commentUrl = (server: RestServer, id: number, { context }: RestRequest): string =>
  server.restUrl(`${server.site.brand.namespace}/comments/${id}`, context);
