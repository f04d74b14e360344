import { after } from '../../../core/base/index.ts';
import type { FieldSelection, MaybePromise, RestRequest } from '../../../core/index.ts';
import { toStoredUtc, toWireDate, ZERO_DATE } from '../../../core/site/index.ts';
import { hasBlocks } from '../../content-rendering/index.ts';
import type { MetaValues } from '../../meta/index.ts';
import { formatOfSlug } from '../../taxonomies/index.ts';
import type { Post } from '../post.ts';
import type { PostsDependencies, TypeScope } from './dependencies.ts';
import { featuredMedia, templateOf } from './item-meta.ts';
import { mayShowTexts } from './password.ts';
import type { RelatedData } from './related-data.ts';
import type { ItemValues } from './resolve-fields.ts';

type Scope = TypeScope<'clock' | 'hooks' | 'metaFields' | 'posts' | 'renderer' | 'taxonomies'>;

type Rendering = Pick<PostsDependencies, 'renderer'>;

const NO_META: MetaValues = new Map();

/** An item that an answer shows. */
export interface ShownItem {
  readonly post: Post;
  readonly request: RestRequest;
  /** The fields that are asked for. */
  readonly fields: FieldSelection;
  /** What was loaded for it and for the other items of the answer. */
  readonly related: RelatedData;
}

/** The values of all fields that items of any type may have. */
export function itemValues({ dependencies, type }: Scope, { post, request, fields, related }: ShownItem): ItemValues {
  const { hooks, metaFields, posts, taxonomies } = dependencies;
  const terms = related.terms.get(post.id) ?? [];
  const meta = related.meta.get(post.id) ?? NO_META;
  const values: ItemValues = {
    id: () => post.id,
    date: () => toWireDate(post.date),
    date_gmt: () => toWireDate(utcOf(post.dateGmt, post.date, dependencies)),
    guid: () => ({ rendered: hooks.filter('get_the_guid').call(post.guid, post.id), raw: post.guid }),
    modified: () => toWireDate(post.modified),
    modified_gmt: () => toWireDate(utcOf(post.modifiedGmt, post.modified, dependencies)),
    password: () => post.password,
    slug: () => post.name,
    status: () => post.status,
    type: () => post.type,
    link: () => related.addresses.get(post.id),
    title: () => titleValue(post, fields, dependencies),
    content: () => contentValue(post, request, fields, dependencies),
    excerpt: () => excerptValue(post, request, fields, dependencies),
    author: () => post.author,
    featured_media: () => featuredMedia(meta),
    parent: () => post.parent,
    menu_order: () => post.menuOrder,
    comment_status: () => post.commentStatus,
    ping_status: () => post.pingStatus,
    sticky: () => posts.isSticky(post.id),
    template: () => templateOf(meta),
    format: () => {
      const term = terms.find(({ taxonomy }) => taxonomy === 'post_format');
      return (term === undefined ? undefined : formatOfSlug(term.slug)) ?? 'standard';
    },
    meta: () => metaFields.metaValue('post', type.name, meta, request),
  };
  for (const { name, rest_base } of taxonomies.ofType(type.name)) {
    values[rest_base] = () => terms.filter(({ taxonomy }) => taxonomy === name).map(({ id }) => id);
  }
  values.permalink_template = () => related.samples.get(post.id)?.template;
  values.generated_slug = () => related.samples.get(post.id)?.slug;
  return values;
}

/** A draft may have no UTC date yet; then it is worked out from the local date. */
function utcOf(utc: string, local: string, { clock }: Pick<PostsDependencies, 'clock'>): string {
  return utc === ZERO_DATE ? toStoredUtc(local, clock.zone()) : utc;
}

/** The title as it is stored and as it is shown; the title of a private item says that the item is private. */
export function titleValue(post: Post, fields: FieldSelection, { renderer }: Rendering): Record<string, unknown> {
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
  { renderer }: Rendering,
): MaybePromise<Record<string, unknown>> {
  const isRendered = fields.has('content.rendered') && mayShowTexts(post, request);
  const rendered = isRendered ? renderer.content(post.content, post, { request: request.context }) : '';
  return after(rendered, (markup) => {
    const value: Record<string, unknown> = {};
    if (fields.has('content.raw')) value.raw = post.content;
    if (fields.has('content.rendered')) value.rendered = markup;
    if (fields.has('content.protected')) value.protected = post.password !== '';
    if (fields.has('content.block_version')) value.block_version = hasBlocks(post.content) ? 1 : 0;
    return value;
  });
}

function excerptValue(
  post: Post,
  request: RestRequest,
  fields: FieldSelection,
  { renderer }: Rendering,
): MaybePromise<Record<string, unknown>> {
  const isRendered = fields.has('excerpt.rendered') && mayShowTexts(post, request);
  return after(isRendered ? renderer.excerpt(post, { request: request.context }) : '', (markup) => {
    const value: Record<string, unknown> = {};
    if (fields.has('excerpt.raw')) value.raw = post.excerpt;
    if (fields.has('excerpt.rendered')) value.rendered = markup;
    if (fields.has('excerpt.protected')) value.protected = post.password !== '';
    return value;
  });
}
