import {
  type FieldSelection,
  type MaybePromise,
  type RestRequest,
  toStoredUtc,
  toWireDate,
  whenReady,
  ZERO_DATE,
} from '../../../core/index.ts';
import { hasBlocks } from '../../content-rendering/index.ts';
import { formatOfSlug } from '../../taxonomies/index.ts';
import type { Post } from '../post.ts';
import { idOf } from './ids.ts';
import { metaOf, THUMBNAIL } from './item-meta.ts';
import type { PostsKit, TypeScope } from './kit.ts';
import { mayShowTexts } from './password.ts';
import { templateOf } from './templates.ts';

/** The values of an item's fields, each worked out only when it is asked for. */
export type ItemValues = Record<string, () => unknown>;

/** The values of all fields that items of any type may have. */
export function itemValues(
  { kit, type }: TypeScope,
  post: Post,
  request: RestRequest,
  fields: FieldSelection,
): ItemValues {
  const { context } = request;
  const { permalinks, postTerms, metaFields, posts } = kit;
  const values: ItemValues = {
    id: () => post.id,
    date: () => toWireDate(post.date),
    date_gmt: () => toWireDate(utcOf(post.dateGmt, post.date, kit)),
    guid: () => ({ rendered: kit.hooks.filter('get_the_guid').call(post.guid, post.id), raw: post.guid }),
    modified: () => toWireDate(post.modified),
    modified_gmt: () => toWireDate(utcOf(post.modifiedGmt, post.modified, kit)),
    password: () => post.password,
    slug: () => post.name,
    status: () => post.status,
    type: () => post.type,
    link: () => permalinks.forPost(post, context),
    title: () => titleValue(post, fields, kit),
    content: () => contentValue(post, request, fields, kit),
    excerpt: () => excerptValue(post, request, fields, kit),
    author: () => post.author,
    featured_media: () => featuredMedia(post, kit, request),
    parent: () => post.parent,
    menu_order: () => post.menuOrder,
    comment_status: () => post.commentStatus,
    ping_status: () => post.pingStatus,
    sticky: () => posts.isSticky(post.id),
    template: () => templateOf(post, kit, context),
    format: () =>
      whenReady(postTerms.of(post, context), (terms) => {
        const term = terms.find(({ taxonomy }) => taxonomy === 'post_format');
        return (term === undefined ? undefined : formatOfSlug(term.slug)) ?? 'standard';
      }),
    meta: () => whenReady(metaOf(post, kit, context), (meta) => metaFields.metaValue('post', type.name, meta, request)),
  };
  for (const { name, rest_base } of kit.taxonomies.ofType(type.name)) {
    values[rest_base] = () =>
      whenReady(postTerms.of(post, context), (terms) =>
        terms.filter(({ taxonomy }) => taxonomy === name).map(({ id }) => id),
      );
  }
  const sample = once(() => permalinks.sample(post, context));
  values.permalink_template = async () => (await sample()).template;
  values.generated_slug = async () => (await sample()).slug;
  return values;
}

/** The id of the image that stands for an item. */
export function featuredMedia(post: Post, kit: PostsKit, { context }: RestRequest): MaybePromise<number> {
  return whenReady(metaOf(post, kit, context), (meta) => idOf(meta.get(THUMBNAIL)?.[0]));
}

/** The UTC date of a draft may float; then it is the local one's. */
function utcOf(utc: string, local: string, { clock }: PostsKit): string {
  return utc === ZERO_DATE ? toStoredUtc(local, clock.zone()) : utc;
}

/** The title as it is stored and as it is shown; one of a private item says so. */
export function titleValue(post: Post, fields: FieldSelection, { renderer }: PostsKit): Record<string, unknown> {
  const isPrivate = post.status === 'private' && post.password === '';
  const shown = isPrivate ? `Private: ${post.title}` : post.title;
  return {
    ...(fields.has('title.raw') ? { raw: post.title } : {}),
    ...(fields.has('title.rendered') ? { rendered: renderer.title(shown, post.id) } : {}),
  };
}

function contentValue(
  post: Post,
  request: RestRequest,
  fields: FieldSelection,
  { renderer }: PostsKit,
): MaybePromise<Record<string, unknown>> {
  return whenReady(
    fields.has('content.rendered') && mayShowTexts(post, request) ? renderer.content(post.content, post) : '',
    (rendered) => ({
      ...(fields.has('content.raw') ? { raw: post.content } : {}),
      ...(fields.has('content.rendered') ? { rendered } : {}),
      ...(fields.has('content.protected') ? { protected: post.password !== '' } : {}),
      ...(fields.has('content.block_version') ? { block_version: hasBlocks(post.content) ? 1 : 0 } : {}),
    }),
  );
}

function excerptValue(
  post: Post,
  request: RestRequest,
  fields: FieldSelection,
  { renderer }: PostsKit,
): MaybePromise<Record<string, unknown>> {
  return whenReady(
    fields.has('excerpt.rendered') && mayShowTexts(post, request) ? renderer.excerpt(post) : '',
    (rendered) => ({
      ...(fields.has('excerpt.raw') ? { raw: post.excerpt } : {}),
      ...(fields.has('excerpt.rendered') ? { rendered } : {}),
      ...(fields.has('excerpt.protected') ? { protected: post.password !== '' } : {}),
    }),
  );
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
