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
  const value: Record<string, unknown> = {};
  if (fields.has('title.raw')) value.raw = post.title;
  if (fields.has('title.rendered')) value.rendered = renderer.title(shown, post.id);
  return value;
}

function contentValue(
  post: Post,
  request: RestRequest,
  fields: FieldSelection,
  { renderer }: PostsKit,
): MaybePromise<Record<string, unknown>> {
  return whenReady(
    fields.has('content.rendered') && mayShowTexts(post, request) ? renderer.content(post.content, post) : '',
    (rendered) => {
      const value: Record<string, unknown> = {};
      if (fields.has('content.raw')) value.raw = post.content;
      if (fields.has('content.rendered')) value.rendered = rendered;
      if (fields.has('content.protected')) value.protected = post.password !== '';
      if (fields.has('content.block_version')) value.block_version = hasBlocks(post.content) ? 1 : 0;
      return value;
    },
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
    (rendered) => {
      const value: Record<string, unknown> = {};
      if (fields.has('excerpt.raw')) value.raw = post.excerpt;
      if (fields.has('excerpt.rendered')) value.rendered = rendered;
      if (fields.has('excerpt.protected')) value.protected = post.password !== '';
      return value;
    },
  );
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
