import type { FieldSelection } from '../../core/index.ts';
import { toStoredUtc, toWireDate, ZERO_DATE } from '../../core/site/index.ts';
import type { Post, PostsDependencies } from '../posts/index.ts';

/** The values of a revision's fields, each worked out only when it is requested. */
export function revisionValues(
  post: Post,
  fields: FieldSelection,
  dependencies: Pick<PostsDependencies, 'clock' | 'hooks' | 'renderer'>,
): Record<string, () => unknown> {
  const { hooks, renderer, clock } = dependencies;
  const utc = (date: string, local: string) => toWireDate(date === ZERO_DATE ? toStoredUtc(local, clock.zone()) : date);
  const text = async (name: string, raw: string, shown: () => string | Promise<string>) => ({
    ...(fields.has(`${name}.raw`) ? { raw } : {}),
    ...(fields.has(`${name}.rendered`) ? { rendered: await shown() } : {}),
  });
  return {
    author: () => post.author,
    date: () => toWireDate(post.date),
    date_gmt: () => utc(post.dateGmt, post.date),
    id: () => post.id,
    modified: () => toWireDate(post.modified),
    modified_gmt: () => utc(post.modifiedGmt, post.modified),
    parent: () => post.parent,
    slug: () => post.name,
    guid: () => ({ rendered: hooks.filter('get_the_guid').call(post.guid, post.id), raw: post.guid }),
    title: () => text('title', post.title, () => renderer.title(post.title, post.id)),
    content: () => text('content', post.content, () => renderer.content(post.content, post)),
    // A revision without an excerpt gets none that is made of its content.
    excerpt: () => text('excerpt', post.excerpt, () => (post.excerpt === '' ? '' : renderer.excerpt(post))),
  };
}
