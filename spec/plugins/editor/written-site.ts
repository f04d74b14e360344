import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PluginDefinition } from '../../../core/index.ts';
import type { Host } from '../../../host/index.ts';
import { Autosaves } from '../../../plugins/autosaves/index.ts';
import { Database } from '../../../plugins/database/index.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';
import { type Post, PostStore } from '../../../plugins/posts/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { built as tappet } from '../../support/built.ts';

const { createHost, RequestContext, RestRequest, UserLoader } = tappet;

const SCRIPT = 'editor-ABCDEFGH.js';
const FILES = { 'editor.js': SCRIPT, 'editor.css': 'editor-ABCDEFGH.css', 'canvas.css': 'canvas-ABCDEFGH.css' };

/** A host of the build with the pages of the editor, and a script in place of the one that is built unless it is named. */
export class WrittenSite {
  readonly #host: Host;
  readonly #folder: string;
  readonly url: string;

  private constructor(host: Host, folder: string, url: string) {
    this.#host = host;
    this.#folder = folder;
    this.url = url;
  }

  static async start({
    built,
    build,
    plugins = [],
  }: {
    built: boolean;
    build?: string;
    plugins?: readonly (PluginDefinition | string)[];
  }): Promise<WrittenSite> {
    const folder = await mkdtemp(join(tmpdir(), 'tappet-editor-'));
    if (built) {
      await writeFile(join(folder, 'manifest.json'), JSON.stringify(FILES));
      await writeFile(join(folder, SCRIPT), 'plain');
      await writeFile(join(folder, `${SCRIPT}.br`), 'packed');
    }
    const host = await createHost({
      database: 'sqlite::memory:',
      logLevel: 'silent',
      plugins: { folders: plugins },
      options: { editor: { folder: build ?? folder }, media: { folder }, passwords: { cost: 10 } },
    });
    return new WrittenSite(host, folder, await host.listen(0, '127.0.0.1'));
  }

  /** Requests a page, and does not follow redirects. */
  ask(path: string, cookie = '', init: RequestInit = {}): Promise<Response> {
    return fetch(this.url + path, { redirect: 'manual', ...init, headers: { cookie, ...init.headers } });
  }

  /** Sends a form as a browser does from a page of an origin. */
  send(path: string, cookie: string, form: Record<string, string>, origin = this.url): Promise<Response> {
    return this.ask(path, cookie, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { Origin: origin },
    });
  }

  /** Makes a user of a role and signs them in; answers with their cookie. */
  async signIn(role: string): Promise<{ id: number; cookie: string }> {
    const users = this.#host.generation.services.get('spec', UserStore);
    const password = `password of ${role}`;
    const { id } = await users.create({ login: role, email: `${role}@example.org`, password, roles: [role] });
    const { headers } = await this.send('/login', '', { log: role, pwd: password });
    return { id, cookie: headers.getSetCookie()[0]!.split(';')[0]! };
  }

  /** The answer of the interface to a user without a session. */
  async answer(path: string, query: object, userId: number): Promise<unknown> {
    const { services, server } = this.#host.generation;
    const user = (await services.get('spec', UserLoader).load(userId))!;
    const { data } = await server.dispatch(
      new RestRequest('GET', path, { query, context: new RequestContext({ user }) }),
    );
    return data;
  }

  get posts(): PostStore {
    return this.#host.generation.services.get('spec', PostStore);
  }

  /** Writes an item of an author. */
  write(author: number, title: string, status = 'publish'): Promise<Post> {
    return this.posts.insert({ type: 'post', status, title, content: title, author });
  }

  /** The lock of an item as it is stored. */
  async lockOf(id: number): Promise<unknown> {
    return (await this.#host.generation.services.get('spec', MetaStore).get('post', id, '_edit_lock'))[0];
  }

  /** Stores a text of a user beside an item that was saved eight days ago; answers with its id. */
  async autosave(id: number, userId: number): Promise<number> {
    await this.age(id);
    const { services } = this.#host.generation;
    const user = (await services.get('spec', UserLoader).load(userId))!;
    const post = (await this.posts.byId(id))!;
    return (await services.get('spec', Autosaves).save(post, { content: 'Unsaved' }, user)).id;
  }

  /** Gives a user another name to be shown by. */
  async rename(id: number, displayName: string): Promise<void> {
    const { db } = this.#host.generation.services.get('spec', Database);
    await db.updateTable('users').set({ display_name: displayName }).where('ID', '=', id).execute();
  }

  /** Makes an item as old as eight days. */
  async age(id: number): Promise<void> {
    const { db } = this.#host.generation.services.get('spec', Database);
    const past = new Date(Date.now() - 8 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    await db.updateTable('posts').set({ post_modified: past, post_modified_gmt: past }).where('ID', '=', id).execute();
  }

  async close(): Promise<void> {
    await this.#host.close();
    await rm(this.#folder, { recursive: true });
  }
}

/** The target of a redirect. */
export const leadsTo = (answer: Response): string | null => answer.headers.get('Location');

/** The data that the page of an item gives its script. */
// biome-ignore lint/suspicious/noExplicitAny: each spec knows what it looks for.
export const dataOf = async (answer: Response): Promise<any> =>
  JSON.parse(/<script type="application\/json" id="editor-data">(.*?)<\/script>/s.exec(await answer.text())![1]!);
