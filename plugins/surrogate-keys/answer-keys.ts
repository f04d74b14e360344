import type { RestRequest } from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import { COMMENTS, commentKey, postKey, SITE, taxonomyKey, termKey, typeKey, USERS, userKey } from './keys.ts';

/** What is shown, as data of an answer. */
type Item = Readonly<Record<string, unknown>>;

/** What answers of a route depend on. */
interface Kind {
  /** What a list depends on beside its items. */
  readonly list: readonly string[];
  /** What one item depends on beside what is its own. */
  readonly item: readonly string[];
  /** What may stand behind fields that are shown, such as a link, where those are left out that name it. */
  readonly behindFields: readonly string[];
  keyOf(id: number): string;
  keysOf(item: Item): readonly string[];
}

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The ids that a field holds: a number, or a list of them; 0 is none. */
const idsIn = (value: unknown): number[] =>
  [value].flat().filter((id): id is number => typeof id === 'number' && id > 0);

/** Finds which surrogate keys an answer to a request for items depends on. */
export class AnswerKeys {
  readonly #types: ContentTypes;
  readonly #taxonomies: Taxonomies;
  readonly #namespace: string;

  constructor(types: ContentTypes, taxonomies: Taxonomies, namespace: string) {
    this.#types = types;
    this.#taxonomies = taxonomies;
    this.#namespace = namespace;
  }

  /** The keys of an answer; none for one of another route, of which it is not known what it depends on. */
  of({ route, ...request }: Pick<RestRequest, 'route'> & { readonly hasFields: boolean }, data: unknown): string[] {
    const [, items = '', id] = /^(\/.+?)(?:\/(\d+))?\/?$/.exec(route) ?? [];
    const kind = this.#kindOf(items);
    if (kind === undefined) return [];
    const keys = new Set<string>([SITE]);
    const add = (added: readonly string[]) => {
      for (const key of added) keys.add(key);
    };
    if (id !== undefined) keys.add(kind.keyOf(Number(id)));
    add(id === undefined ? kind.list : kind.item);
    if (request.hasFields) add(kind.behindFields);
    for (const item of [data].flat()) {
      if (!isItem(item)) continue;
      for (const one of idsIn(item.id)) keys.add(kind.keyOf(one));
      add(kind.keysOf(item));
      if (isItem(item._embedded)) add(keysOfEmbedded(item._embedded));
    }
    return [...keys];
  }

  #kindOf(route: string): Kind | undefined {
    const type = this.#types.inRest().find((one) => this.#types.itemsRoute(one) === route);
    if (type !== undefined) {
      const taxonomies = this.#taxonomies.ofType(type.name);
      return {
        list: [typeKey(type.name)],
        item: [],
        behindFields: [...taxonomies.map(({ name }) => taxonomyKey(name)), USERS],
        keyOf: postKey,
        keysOf: (item) => [
          ...idsIn(item.author).map(userKey),
          ...[...idsIn(item.featured_media), ...idsIn(item.parent)].map(postKey),
          ...taxonomies.flatMap(({ rest_base }) => idsIn(item[rest_base])).map(termKey),
        ],
      };
    }
    const taxonomy = this.#taxonomies.inRest().find((one) => this.#taxonomies.itemsRoute(one) === route);
    if (taxonomy !== undefined) {
      const list = [taxonomyKey(taxonomy.name)];
      return { list, item: list, behindFields: [], keyOf: termKey, keysOf: () => [] };
    }
    if (route === `/${this.#namespace}/comments`) {
      const keysOf = (item: Item) => [...idsIn(item.post).map(postKey), ...idsIn(item.author).map(userKey)];
      return { list: [COMMENTS], item: [], behindFields: [COMMENTS], keyOf: commentKey, keysOf };
    }
    if (route === `/${this.#namespace}/users`) {
      return { list: [USERS], item: [USERS], behindFields: [], keyOf: userKey, keysOf: () => [] };
    }
    return undefined;
  }
}

/** The relations whose embedded items are neither posts nor terms. */
const RELATIONS: ReadonlyMap<string, (id: number) => string> = new Map([
  ['replies', commentKey],
  ['children', commentKey],
  ['in-reply-to', commentKey],
  ['author', userKey],
]);

/** The keys of embedded items: of the others, terms alone have a taxonomy. */
const keysOfEmbedded = (embedded: Item): string[] =>
  Object.entries(embedded).flatMap(([relation, items]) =>
    [items]
      .flat(2)
      .filter(isItem)
      .flatMap((item) => {
        const keyOf = RELATIONS.get(relation) ?? (item.taxonomy === undefined ? postKey : termKey);
        return idsIn(item.id).map(keyOf);
      }),
  );
