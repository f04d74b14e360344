/** Answers a request below `/cms/v2` of a site. Rejects with `Gone` when nothing answers. */
export type Send = (method: string, path: string, json?: object) => Promise<Answer>;

/** The parts of an answer that writers look at. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes.
  readonly json: any;
}

/** Nothing answers any more. */
export class Gone extends Error {}

/** The terms and users that writers give to what they make. */
export interface Shared {
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  readonly authors: readonly number[];
}

/** What is known of an item or a comment that a writer has made; no other writer changes or deletes it. */
interface Owned {
  readonly id: number;
  /** The states that may be stored: the one that was acknowledged last, and one that was asked for and never answered. */
  readonly states: string[];
}

/** A state that is not stored at all. */
const ABSENT = 'absent';

const STATUSES = ['publish', 'publish', 'publish', 'draft', 'private', 'pending'];
const FORMATS = ['standard', 'aside', 'gallery', 'quote'];

/**
 * Many writers of one site at once. Each makes, changes and removes items and comments of its own; terms, and the items
 * that are commented on, are common to all. It knows what has been acknowledged, which a site must not lose.
 */
export class Writers {
  readonly #shared: Shared;
  readonly #posts = new Map<number, Owned>();
  readonly #comments = new Map<number, Owned & { readonly post: number }>();
  readonly #tags: number[] = [];
  #made = 0;
  /** How many requests were answered, by status. */
  readonly answers = new Map<number, number>();
  /** The answers with a status of 500 and more. */
  readonly failures: string[] = [];

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  /** Has writers make requests, each a next one as long as `goesOn`, or until nothing answers. */
  async run(count: number, send: (writer: number) => Send, goesOn: (writer: number) => boolean): Promise<void> {
    await Promise.all(
      Array.from({ length: count }, async (_, writer) => {
        const posts: Owned[] = [];
        const comments: Owned[] = [];
        try {
          while (goesOn(writer)) await this.#write(this.#counting(send(writer)), posts, comments);
        } catch (error) {
          if (!(error instanceof Gone)) throw error;
        }
      }),
    );
  }

  /** Finds what is not as it was acknowledged, given the states of all items and comments that are stored. */
  lost(stored: { readonly posts: Map<number, string>; readonly comments: Map<number, string> }): string[] {
    const wrong = ([id, { states }]: [number, Owned], kind: keyof typeof stored): string[] => {
      const state = stored[kind].get(id) ?? ABSENT;
      return states.includes(state) ? [] : [`${kind} ${id} is "${state}" and not "${states.join('" or "')}"`];
    };
    return [
      ...[...this.#posts].flatMap((entry) => wrong(entry, 'posts')),
      // A comment goes with its item.
      ...[...this.#comments]
        .filter(([, { post }]) => stored.posts.has(post))
        .flatMap((entry) => wrong(entry, 'comments')),
    ];
  }

  #counting(send: Send): Send {
    return async (method, path, json) => {
      const answer = await send(method, path, json);
      this.answers.set(answer.status, (this.answers.get(answer.status) ?? 0) + 1);
      if (answer.status >= 500)
        this.failures.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.json)}`);
      return answer;
    };
  }

  /** Makes one write of any kind. */
  async #write(send: Send, posts: Owned[], comments: Owned[]): Promise<void> {
    const kind = Math.random();
    const own = one(posts);
    if (own === undefined || kind < 0.25) {
      const made = await this.#make(send, this.#posts, 'posts', { status: one(STATUSES), ...this.#terms() });
      if (made !== undefined) posts.push(made);
    } else if (kind < 0.38) {
      await this.#change(send, own, this.#terms());
    } else if (kind < 0.47) {
      await this.#change(send, own, { status: one(STATUSES), ...one([{}, this.#terms()]) });
    } else if (kind < 0.52) {
      await this.#change(send, own, { date: someDate(), author: one(this.#shared.authors), format: one(FORMATS) });
    } else if (kind < 0.57) {
      await send('DELETE', `/posts/${own.id}`);
    } else if (kind < 0.62) {
      await this.#remove(send, 'posts', own);
      posts.splice(posts.indexOf(own), 1);
    } else if (kind < 0.78) {
      await this.#comment(send, comments);
    } else if (kind < 0.92) {
      await this.#moderate(send, comments);
    } else {
      await this.#changeTerms(send);
    }
  }

  async #comment(send: Send, comments: Owned[]): Promise<void> {
    const post = one([...this.#posts.keys()].slice(-40));
    if (post === undefined) return;
    const made = await this.#make(send, this.#comments, 'comments', { post });
    if (made !== undefined) comments.push(made);
  }

  async #moderate(send: Send, comments: Owned[]): Promise<void> {
    const own = one(comments);
    if (own === undefined) return this.#comment(send, comments);
    const status = one(['approve', 'approve', 'hold', 'spam', 'trash', undefined]);
    if (status === undefined) {
      await this.#remove(send, 'comments', own);
      comments.splice(comments.indexOf(own), 1);
    } else if (status === 'trash') {
      await send('DELETE', `/comments/${own.id}`);
    } else {
      await send('POST', `/comments/${own.id}`, { status });
    }
  }

  /** Makes a tag, renames one or removes one: tags that come and go beside those that stay. */
  async #changeTerms(send: Send): Promise<void> {
    const name = `Tag ${++this.#made}`;
    const known = one(this.#tags);
    const kind = Math.random();
    if (known === undefined || kind < 0.5) {
      const { status, json } = await send('POST', '/tags', { name });
      if (status === 201) this.#tags.push(json.id);
    } else if (kind < 0.75) {
      await send('POST', `/tags/${known}`, { name });
    } else {
      this.#tags.splice(this.#tags.indexOf(known), 1);
      await send('DELETE', `/tags/${known}?force=true`);
    }
  }

  #terms(): { readonly categories: number[]; readonly tags: number[] } {
    const passing = one(this.#tags);
    return {
      categories: some(this.#shared.categories, 4),
      tags: [...some(this.#shared.tags, 6), ...(passing === undefined ? [] : [passing])],
    };
  }

  /** Makes an item or a comment with a text of its own. */
  async #make<T extends Owned>(
    send: Send,
    all: Map<number, T>,
    route: 'posts' | 'comments',
    values: object,
  ): Promise<Owned | undefined> {
    const text = `Text ${++this.#made}`;
    const { status, json } = await send('POST', `/${route}`, {
      ...values,
      ...(route === 'posts' ? { title: text } : { content: text }),
    });
    if (status !== 201) return undefined;
    const made = { id: json.id as number, states: [text], post: json.post };
    all.set(made.id, made as unknown as T);
    return made;
  }

  async #change(send: Send, own: Owned, values: object): Promise<void> {
    const title = `Text ${++this.#made}`;
    own.states.push(title);
    const { status } = await send('POST', `/posts/${own.id}`, { ...values, title });
    // A change that was refused or failed has to be undone as a whole.
    if (status < 300) own.states.shift();
    else own.states.pop();
  }

  async #remove(send: Send, route: 'posts' | 'comments', own: Owned): Promise<void> {
    own.states.push(ABSENT);
    const { status } = await send('DELETE', `/${route}/${own.id}?force=true`);
    if (status < 300) own.states.shift();
    else own.states.pop();
  }
}

const one = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!;

/** Up to some of the values, each at most once. */
const some = <T>(values: readonly T[], most: number): T[] => [
  ...new Set(Array.from({ length: Math.floor(Math.random() * (most + 1)) }, () => one(values))),
];

const someDate = (): string => `2020-0${1 + Math.floor(Math.random() * 9)}-11T10:00:00`;
