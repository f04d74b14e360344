import type { RestRequest } from '../../core/index.ts';
import type { PostStore } from '../posts/index.ts';

/** The ids of the faces of families, read once for each request: for a whole list in one statement. */
export class FacesOf {
  readonly #posts: PostStore;
  readonly #type: string;
  readonly #read = new WeakMap<RestRequest, Map<number, Promise<number[]>>>();

  /** `type` is the name of the content type of faces. */
  constructor(posts: PostStore, type: string) {
    this.#posts = posts;
    this.#type = type;
  }

  of(family: number, request: RestRequest): Promise<number[]> {
    const known = this.#known(request);
    const faces = known.get(family) ?? this.#find([family]).then((found) => found.get(family) ?? []);
    known.set(family, faces);
    return faces;
  }

  async fill(families: readonly number[], request: RestRequest): Promise<void> {
    if (families.length === 0) return;
    const found = await this.#find(families);
    for (const id of families) this.#known(request).set(id, Promise.resolve(found.get(id) ?? []));
  }

  #known(request: RestRequest): Map<number, Promise<number[]>> {
    const known = this.#read.get(request) ?? new Map<number, Promise<number[]>>();
    this.#read.set(request, known);
    return known;
  }

  async #find(parents: readonly number[]): Promise<Map<number, number[]>> {
    const { posts } = await this.#posts.query({
      types: [this.#type],
      parents,
      orderBy: 'id',
      order: 'asc',
      perPage: -1,
    });
    const found = new Map<number, number[]>();
    for (const { id, parent } of posts) found.set(parent, [...(found.get(parent) ?? []), id]);
    return found;
  }
}
