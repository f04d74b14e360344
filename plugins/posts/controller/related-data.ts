import { allOf } from '../../../core/base/index.ts';
import type { FieldSelection, RestRequest } from '../../../core/index.ts';
import type { MetaValues } from '../../meta/index.ts';
import type { RelatedTerm } from '../../terms/index.ts';
import type { SamplePermalink } from '../permalinks/permalinks.ts';
import type { Post } from '../post.ts';
import type { TypeScope } from './dependencies.ts';
import { metaOfAll } from './item-meta.ts';

/** The related data of items, by their ids. It is loaded for all items before any of them is prepared. */
export interface RelatedData {
  readonly terms: ReadonlyMap<number, readonly RelatedTerm[]>;
  readonly meta: ReadonlyMap<number, MetaValues>;
  readonly addresses: ReadonlyMap<number, string>;
  readonly samples: ReadonlyMap<number, SamplePermalink>;
  /** The parents of items, by the parents' ids. */
  readonly parents: ReadonlyMap<number, Post>;
}

/** No related data. */
export const NO_RELATED_DATA: RelatedData = {
  terms: new Map(),
  meta: new Map(),
  addresses: new Map(),
  samples: new Map(),
  parents: new Map(),
};

/** Fields that are made of an item's metadata; links to its image among them. */
const OF_META = ['meta', 'featured_media', 'template', '_links', '_embedded'];

/** Fields that are made of the address that an item has or will have. */
const OF_SAMPLE = ['permalink_template', 'generated_slug'];

type Scope = TypeScope<'meta' | 'permalinks' | 'posts' | 'postTerms' | 'taxonomies'>;

/** Loads the related data of items that the requested fields need, with one statement for each kind of data. */
export async function loadRelated(
  { dependencies, type }: Scope,
  posts: readonly Post[],
  { context }: RestRequest,
  fields: FieldSelection,
): Promise<RelatedData> {
  const { permalinks, postTerms, taxonomies } = dependencies;
  const ofTerms = ['format', ...taxonomies.ofType(type.name).map(({ rest_base }) => rest_base)];
  const has = (name: string) => fields.has(name);
  const above = type.hierarchical && fields.withLinks ? posts.filter(({ parent }) => parent !== 0) : [];
  const [terms, meta, addresses, samples, parents] = await Promise.all([
    ofTerms.some(has) ? postTerms.ofAll(posts, context) : [],
    OF_META.some(has) ? metaOfAll(posts, dependencies, context) : [],
    has('link') ? allOf(posts.map((post) => permalinks.forPost(post, context))) : [],
    OF_SAMPLE.some(has) ? Promise.all(posts.map((post) => permalinks.sample(post, context))) : [],
    Promise.all(above.map(({ parent }) => dependencies.posts.loader(context).load(parent))),
  ]);
  const found = parents.filter((parent) => parent !== null);
  const byId = <T>(values: readonly T[]) => new Map(values.map((value, at) => [posts[at]!.id, value]));
  return {
    terms: byId(terms),
    meta: byId(meta),
    addresses: byId(addresses),
    samples: byId(samples),
    parents: new Map(found.map((parent) => [parent.id, parent])),
  };
}
