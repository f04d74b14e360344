import type { CurrentUser } from '../../core/index.ts';
import { BlockTypes } from '../../plugins/content-rendering/index.ts';
import { buildFullSite, type FullSite } from '../support/full-site.ts';
import { isSampled } from '../support/sample.ts';
import { type Served, serve } from '../support/serve.ts';
import { ALL_HOSTILE } from './hostile-inputs.ts';

/** An image of one pixel. */
const IMAGE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** One text in as many is given to an attribute of a block; neighbours among the texts play on the same. */
const SHARE = 10;

/** The users who write. None of them has `unfiltered_html`, but for the administrator who changes settings. */
export type Writer = 'admin' | 'author' | 'contributor' | 'subscriber';

/** A site on which hostile texts are written, and everything that it then answers is collected. */
export class HostileSite {
  readonly site: FullSite;
  /** The members of the index but for its routes, which take long to list and do not come from users. */
  readonly #indexed: readonly string[];
  #minutes = 0;

  private constructor(site: FullSite, indexed: readonly string[]) {
    this.site = site;
    this.#indexed = indexed;
  }

  static async build(): Promise<HostileSite> {
    const site = await buildFullSite();
    const { json } = await serve(site.generation, 'GET', '/');
    return new HostileSite(
      site,
      Object.keys(json).filter((name) => name !== 'routes'),
    );
  }

  user(login: string): CurrentUser {
    return this.site.users[login]!.user;
  }

  /** Asks the interface; with a body, it is a POST unless said otherwise. */
  ask(path: string, login?: string, json?: unknown, method = json === undefined ? 'GET' : 'POST'): Promise<Served> {
    const user = login === undefined ? undefined : this.user(login);
    return serve(this.site.generation, method, `/cms/v2${path}`, { user, json });
  }

  /** Writes an item with a text in each of its fields, changes it once, and reads all that shows it. */
  async item(text: string, writer: Writer): Promise<Served[]> {
    const fields = { title: text, content: text, excerpt: text, slug: text };
    const status = writer === 'contributor' ? 'pending' : 'publish';
    const made = await this.ask('/posts', writer, { ...fields, status });
    if (made.status !== 201) return [made];
    const { id } = made.json;
    const path = `/posts/${id}`;
    const changed = await this.ask(path, writer, {
      title: { raw: `${text} again` },
      content: { raw: `${text} again` },
    });
    await this.ask(`${path}/autosaves`, 'editor', { content: 'of another', title: 'of another' });
    return [
      made,
      changed,
      await this.ask(`${path}/autosaves`, writer, { content: `${text} unfinished`, excerpt: text }),
      ...(await this.#views(path, writer)),
      await this.ask(`${path}/revisions?context=edit`, writer),
      await this.ask(`${path}/autosaves?context=edit`, writer),
      await this.ask(`/posts?include=${id}&_embed`, writer),
      await this.ask(`/search?include=${id}&_embed`),
    ];
  }

  /** Writes a term with a text in its name and its description. */
  async term(text: string): Promise<Served[]> {
    const made = await this.ask('/tags', 'contributor', { name: text, description: text });
    if (made.status !== 201) return [made];
    return [made, ...(await this.#views(`/tags/${made.json.id}`, 'admin'))];
  }

  /** Writes a comment with a text in each of its fields. */
  async comment(text: string, post: number): Promise<Served[]> {
    const json = {
      post,
      content: text,
      author_name: text,
      author_email: 'someone@example.org',
      author_url: text,
      date: new Date(Date.UTC(2020, 0, 1) + ++this.#minutes * 60_000).toISOString().slice(0, 19),
    };
    const user = this.user('subscriber');
    const headers = { 'user-agent': text };
    const made = await serve(this.site.generation, 'POST', '/cms/v2/comments', { user, json, headers });
    if (made.status !== 201) return [made];
    await this.ask(`/comments/${made.json.id}`, 'admin', { status: 'approve' });
    return [made, ...(await this.#views(`/comments/${made.json.id}`, 'admin'))];
  }

  /** Lets a subscriber write a text into each field of the own account. */
  async account(text: string): Promise<Served[]> {
    const names = { name: text, first_name: text, last_name: text, nickname: text, description: text };
    const answers: Served[] = [];
    for (const change of [names, { url: text }, { slug: text }, { locale: text }, { email: text }]) {
      answers.push(await this.ask('/users/me', 'subscriber', change));
    }
    const password = { name: `${text} ${++this.#minutes}` };
    const passwords = '/users/me/application-passwords';
    answers.push(await this.ask(passwords, 'subscriber', password), await this.ask(passwords, 'subscriber'));
    answers.push(...(await this.#views('/users/me', 'subscriber')));
    // All passwords of a user are read with the user: hundreds of them would be read each time.
    await this.ask(passwords, 'subscriber', undefined, 'DELETE');
    return answers;
  }

  /**
   * Gives a text to every attribute that is a text of the dynamic blocks that are its share, in an item of an author.
   */
  async itemOfBlocks(text: string): Promise<Served[]> {
    const blocks = this.#dynamicBlocks()
      .filter((_block, at) => isSampled(at, ALL_HOSTILE.indexOf(text), SHARE))
      .map(([name, attributes]) => {
        const given = JSON.stringify(Object.fromEntries(attributes.map((attribute) => [attribute, text])));
        // As editors write them, and in a malformed way.
        return `<!-- wp:${name} ${given.replace(/[<>&-]/g, escaped)} /-->\n<!-- wp:${name} ${given} /-->`;
      });
    const made = await this.ask('/posts', 'author', { title: 'Blocks', content: blocks.join('\n'), status: 'publish' });
    return [made, await this.ask(`/posts/${made.json.id}`)];
  }

  /** Renders dynamic blocks by themselves, a text in one attribute that is its share. */
  async blocks(text: string): Promise<Served[]> {
    const places = this.#dynamicBlocks().flatMap(([name, attributes]) =>
      attributes.map((attribute) => ({ name, attribute })),
    );
    const answers: Served[] = [];
    for (const [at, { name, attribute }] of places.entries()) {
      if (!isSampled(at, ALL_HOSTILE.indexOf(text), SHARE)) continue;
      const query = new URLSearchParams({ context: 'edit', [`attributes[${attribute}]`]: text });
      answers.push(await this.ask(`/block-renderer/${name}?${query}`, 'author'));
    }
    return answers;
  }

  /** Uploads a file of a hostile name, and writes a text into each of its fields. */
  async file(text: string): Promise<Served[]> {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what no header may hold.
    const name = text.replace(/[\x00-\x1f"\\]|[^\x00-\xff]/g, '');
    const made = await serve(this.site.generation, 'POST', '/cms/v2/media', {
      user: this.user('author'),
      raw: IMAGE,
      headers: { 'content-type': 'image/gif', 'content-disposition': `attachment; filename="${name}.gif"` },
    });
    if (made.status !== 201) return [made];
    const path = `/media/${made.json.id}`;
    const changed = await this.ask(path, 'author', { title: text, caption: text, description: text, alt_text: text });
    return [made, changed, ...(await this.#views(path, 'author'))];
  }

  /** Lets the administrator write a text into each setting that is a text. */
  async settings(text: string): Promise<Served[]> {
    const answers: Served[] = [];
    for (const name of ['title', 'description', 'email', 'url', 'timezone', 'date_format', 'time_format', 'language']) {
      answers.push(await this.ask('/settings', 'admin', { [name]: text }));
    }
    return [...answers, await this.ask('/settings', 'admin'), await this.index(this.#indexed)];
  }

  /** The index, or these members of it. */
  index(members?: readonly string[]): Promise<Served> {
    return serve(this.site.generation, 'GET', members === undefined ? '/' : `/?_fields=${members}`);
  }

  close(): Promise<void> {
    return this.site.close();
  }

  /** The dynamic blocks by name, and those of their attributes that are texts. */
  #dynamicBlocks(): [name: string, attributes: string[]][] {
    const types = this.site.generation.services.get('spec', BlockTypes).list();
    return types
      .filter(({ render }) => render !== undefined)
      .map(({ name, attributes = {} }) => [
        name,
        Object.keys(attributes).filter((attribute) => attributes[attribute]!.type === 'string'),
      ]);
  }

  async #views(path: string, writer: string): Promise<Served[]> {
    const contexts = ['view', 'embed', 'edit'].map((context) => this.ask(`${path}?context=${context}&_embed`, writer));
    return [...(await Promise.all(contexts)), await this.ask(path)];
  }
}
