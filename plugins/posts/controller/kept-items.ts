import { LRUCache } from 'lru-cache';
import {
  type FieldSelection,
  isLoggedIn,
  isPromise,
  type MaybePromise,
  type RestRequest,
  type RestResponse,
  RestServer,
  Transcript,
  whenReady,
} from '../../../core/index.ts';
import type { MetaValues } from '../../meta/index.ts';
import type { RelatedTerm } from '../../terms/index.ts';
import type { Post } from '../post.ts';
import { storedParts } from './fill.ts';
import { metaOf } from './item-meta.ts';
import type { TypeScope } from './kit.ts';

/** How many characters of items, written and stored ones together, are kept of one type. */
const MOST_CHARACTERS = 4_000_000;

/** Beside its contents, what one entry costs, in characters. */
const ENTRY = 1000;

/** All that the JSON of an item was made of. */
interface Source {
  readonly post: Post;
  readonly terms: readonly RelatedTerm[];
  readonly meta: MetaValues | undefined;
  /** What taps depend on beside these. */
  readonly state: readonly unknown[];
}

interface Kept extends Source {
  readonly json: string;
  /** What taps had to say that do not tell what they depend on. */
  readonly taps: Transcript;
}

/** What is heard of items that no silent tap has to do with: most of them. */
const NOTHING_SAID = new Transcript([]);

/** Makes an item anew, of a response that is empty. */
type Prepare = (post: Post, response?: RestResponse) => MaybePromise<RestResponse>;

/** Writes the items of one request as JSON. */
export type ItemWriter = (post: Post) => MaybePromise<string>;

/**
 * The JSON of items as everybody may read them, together with what each was made of: what is stored of an item is read
 * for each request and compared, and taps that do not say that they are pure are asked again, so that a text is used only
 * where the same would be written again, whoever changed the item. Items are made anew as long as anything else has a
 * say in them that does not tell what it depends on: a tap that is waited for, an additional field, a text with a
 * dynamic block, a service that another plugin replaced.
 */
export class KeptItems {
  readonly #scope: TypeScope;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ json, post, taps }) =>
      json.length + post.content.length + post.excerpt.length + taps.size + ENTRY,
  });
  /** Numbers selections of fields, as parts of keys. */
  readonly #selections = new WeakMap<FieldSelection, number>();
  #selected = 0;
  #hasOwnMeta: boolean | undefined;

  constructor(scope: TypeScope) {
    this.#scope = scope;
  }

  /** What writes the items of a request; undefined where they have to be made anew. */
  writer(request: RestRequest, fields: FieldSelection, prepare: Prepare): ItemWriter | undefined {
    const place = this.#place(request, fields);
    if (place === undefined) return undefined;
    const { server } = this.#scope;
    const parts = storedParts(this.#scope, fields);
    const write = (item: RestResponse) => JSON.stringify(server.prepareForCollection(item)) ?? 'null';
    return (post) => {
      const key = place + post.id;
      const source = this.#sourceOf(post, request, fields, parts);
      const kept = this.#kept.get(key);
      if (kept !== undefined && source !== undefined && isSame(kept, source)) {
        if (kept.taps.isEmpty) return kept.json;
        const asked = kept.taps.ask(sittersOf(post, request));
        if (asked?.agrees === true && areMembersSame(kept.post, post)) return kept.json;
        if (asked === undefined) return whenReady(prepare(post), write);
        if (asked.outcome !== undefined) return whenReady(asked.outcome as MaybePromise<RestResponse>, write);
        this.#kept.delete(key);
        if (asked.goOn !== undefined)
          return whenReady(
            asked.goOn((response) => prepare(post, response)),
            write,
          );
      }
      const taps = new Transcript(sittersOf(post, request), [server]);
      const prepared = taps.listen(() => prepare(post));
      if (isPromise(prepared)) return prepared.then(write);
      const json = write(prepared);
      // What had to be waited for was not at hand, and is not part of the source.
      const isKept = source !== undefined && taps.isWhole && this.#isSteady(post, fields);
      if (isKept) this.#kept.set(key, { ...source, json, taps: taps.isEmpty ? NOTHING_SAID : taps });
      return json;
    };
  }

  /** What items depend on that is common to all of a request, as the beginning of a key. */
  #place(request: RestRequest, fields: FieldSelection): string | undefined {
    const { kit, server, type } = this.#scope;
    const context = request.getParam('context');
    if (isLoggedIn(request.user) || (context !== 'view' && context !== 'embed')) return undefined;
    const { era } = kit.renderer;
    const { version } = kit.options;
    if (era === undefined || version === undefined || type.hierarchical || !Transcript.isPossible()) return undefined;
    if (server.constructor !== RestServer || this.#hasOwn()) return undefined;
    let selection = this.#selections.get(fields);
    if (selection === undefined) {
      selection = ++this.#selected;
      this.#selections.set(fields, selection);
    }
    const base = server.restUrl('/', request.context);
    return `${selection} ${era} ${this.#purity()} ${version} ${context} ${server.site.home} ${base} `;
  }

  /** Which hooks of items are pure, for that changes while they are watched. */
  #purity(): string {
    const { kit, type } = this.#scope;
    const { hooks } = kit;
    const isPure = [
      hooks.filter('rest_prepare_{post_type}').for(type.name).isPure(),
      hooks.action('rest_post_links').isPure(),
      hooks.filter('get_the_guid').isPure(),
      hooks.filter('post_link').isPure(),
      hooks.filter('rest_url').isPure(),
    ];
    return isPure.map(Number).join('');
  }

  /** Whether metadata of the type is shown in a way of its own. */
  #hasOwn(): boolean {
    const { kit, type } = this.#scope;
    this.#hasOwnMeta ??= [...kit.metaFields.registered('post', type.name).values()].some(
      ({ show_in_rest }) => typeof show_in_rest === 'object' && show_in_rest.prepare_callback !== undefined,
    );
    return this.#hasOwnMeta;
  }

  #isSteady(post: Post, fields: FieldSelection): boolean {
    const { renderer, permalinks, statuses } = this.#scope.kit;
    return (
      post.password === '' &&
      statuses.get(post.status)?.public === true &&
      renderer.isSteady?.(post, {
        content: fields.has('content.rendered'),
        excerpt: fields.has('excerpt.rendered'),
      }) === true &&
      permalinks.isOfItemAlone?.(post) === true
    );
  }

  /** What the JSON of an item is made of; undefined when it is not at hand. */
  #sourceOf(
    post: Post,
    request: RestRequest,
    fields: FieldSelection,
    parts: { terms: boolean; meta: boolean },
  ): Source | undefined {
    const { kit } = this.#scope;
    const terms = parts.terms ? kit.postTerms.of(post, request.context) : [];
    const meta = parts.meta ? metaOf(post, kit, request.context) : undefined;
    const state = kit.hooks.filter('rest_post_item_state').call([], post, request, fields);
    return isPromise(terms) || isPromise(meta) ? undefined : { post, terms, meta, state };
  }
}

/** What is another object with each request that taps are handed. */
const sittersOf = (post: Post, request: RestRequest) => [post, request, request.context];

function isSame(one: Source, other: Source): boolean {
  return (
    areMembersSame(one.post, other.post) &&
    isListSame(one.state, other.state) &&
    one.terms.length === other.terms.length &&
    one.terms.every((term, at) => areMembersSame(term, other.terms[at]!)) &&
    isMetaSame(one.meta, other.meta)
  );
}

function areMembersSame<T extends object>(one: T, other: T): boolean {
  for (const name in one) if (one[name] !== other[name]) return false;
  return true;
}

const isListSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at]);

function isMetaSame(one: MetaValues | undefined, other: MetaValues | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.size !== other.size) return false;
  for (const [key, values] of one) {
    const others = other.get(key);
    if (others === undefined || !isListSame(values, others)) return false;
  }
  return true;
}
