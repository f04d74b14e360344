import type { Generation } from '../../core/generation.ts';
import { type CurrentUser, type ServiceToken, UserLoader } from '../../core/index.ts';
import { ANONYMOUS } from '../../core/rest/index.ts';
import { CommentStore } from '../../plugins/comments/index.ts';
import { GlobalStyles } from '../../plugins/global-styles/index.ts';
import { Options } from '../../plugins/options/index.ts';
import { type PostInput, PostStore } from '../../plugins/posts/index.ts';
import { TermStore } from '../../plugins/terms/index.ts';
import { Themes } from '../../plugins/themes/index.ts';
import { UserStore } from '../../plugins/users/index.ts';
import { serve } from '../support/serve.ts';
import type { Role } from './table.ts';

/** The text that every object holds in each of its fields, so that a refusal that discloses any of it is found. */
export const SECRET = 'hush';

const APPROVED: Readonly<Record<string, string>> = { approved: '1', hold: '0' };

/** Types of items, by the names that tables give them; those of the brand have none of their own. */
const TYPES: Readonly<Record<string, string>> = {
  post: 'post',
  page: 'page',
  block: '',
  navigation: '',
  'menu-item': 'nav_menu_item',
};

/** How items of each kind are made. */
const ITEMS: Readonly<Record<string, PostInput>> = {
  publish: { status: 'publish' },
  draft: { status: 'draft' },
  pending: { status: 'pending' },
  private: { status: 'private' },
  future: { status: 'future', date: '2099-01-01 00:00:00' },
  trash: { status: 'publish' },
  'trashed-draft': { status: 'draft' },
  protected: { status: 'publish', password: 'sesame' },
  closed: { status: 'publish', commentStatus: 'closed' },
};

let made = 0;

/**
 * Who makes a request, and the objects that it is about, by the names that tables give them: `post own draft`, `comment
 * other hold on own publish`, `user published`. "Own" is the user's own, "other" is another user's. Each is made when
 * it is first named.
 */
export class Cast {
  readonly #generation: Generation;
  readonly #role: Role;
  readonly #objects = new Map<string, Promise<number | string>>();

  constructor(generation: Generation, role: Role) {
    this.#generation = generation;
    this.#role = role;
  }

  /** The user who makes the request. */
  async actor(): Promise<CurrentUser> {
    if (this.#role === 'anonymous') return ANONYMOUS;
    return (await this.#use(UserLoader).load(await this.#id('user own')))!;
  }

  /** Fills the names of objects in a text: `/cms/v2/posts/<post own draft>`. */
  async fill(text: string): Promise<string> {
    const parts = text.split(/<([^>]+)>/);
    const filled = await Promise.all(parts.map((part, index) => (index % 2 === 0 ? part : this.#object(part))));
    return filled.join('');
  }

  #use<T>(token: ServiceToken<T>): T {
    return this.#generation.services.get('spec', token);
  }

  #object(name: string): Promise<number | string> {
    let object = this.#objects.get(name);
    if (object === undefined) {
      object = this.#make(name);
      this.#objects.set(name, object);
    }
    return object;
  }

  async #id(name: string): Promise<number> {
    return Number(await this.#object(name));
  }

  async #make(name: string): Promise<number | string> {
    const [kind = '', ...words] = name.split(' ');
    const [whose = '', state = '', on, ...place] = words;
    switch (kind) {
      case 'absent':
        return 999_999_999;
      case 'user':
        return this.#user(whose);
      case 'category':
        return this.#term('category');
      case 'tag':
        return this.#term('post_tag');
      case 'menu':
        return this.#term('nav_menu');
      case 'default':
        return Number(this.#use(Options).get('default_category'));
      case 'title':
      case 'slug':
      case 'text':
      case 'name':
        return this.#word(kind, words.join(' '));
      case 'new':
        return `${SECRET}${++made}`;
      case 'theme':
        return this.#use(Themes).active().stylesheet;
      case 'styles':
        return (await this.#use(GlobalStyles).itemOf(this.#use(Themes).active()))!;
      case 'template':
        return this.#template(whose);
      case 'password':
        return this.#password(whose);
      case 'media':
        return this.#media(whose, state === 'on' ? `post ${words.slice(2).join(' ')}` : undefined);
      case 'comment':
        return this.#comment(whose, state, on === undefined ? 'post other publish' : `post ${place.join(' ')}`);
      case 'revision':
        return this.#revision(words.join(' '));
      case 'autosave':
        return this.#autosave(words.join(' '));
      default:
        return this.#item(kind, whose, state);
    }
  }

  async #user(which: string): Promise<number> {
    const login = `${SECRET}-${which}-${++made}`;
    const roles = [which === 'own' ? this.#role : which === 'administrator' ? which : 'author'];
    const { id } = await this.#use(UserStore).create({
      login,
      email: `${login}@example.org`,
      displayName: login,
      roles,
    });
    if (which === 'published') await this.#use(PostStore).insert({ title: SECRET, status: 'publish', author: id });
    return id;
  }

  /** A word by which an object might be found. */
  async #word(kind: string, object: string): Promise<string> {
    if (object === 'absent') return 'nothing-of-this-kind';
    const id = await this.#id(object);
    if (kind === 'text') return encodeURIComponent((await this.#use(CommentStore).byId(id))!.content);
    if (kind === 'name') return (await this.#use(UserStore).byId(id))!.nicename;
    const post = (await this.#use(PostStore).byId(id))!;
    return kind === 'slug' ? post.name || 'none' : encodeURIComponent(`"${post.title}"`);
  }

  async #item(kind: string, whose: string, state: string): Promise<number> {
    const posts = this.#use(PostStore);
    const type = TYPES[kind];
    const input = ITEMS[state];
    if (type === undefined || input === undefined) throw new Error(`what is a ${kind} ${whose} ${state}?`);
    const { id } = await posts.insert({
      date: '2020-01-02 03:04:05',
      commentStatus: 'open',
      ...input,
      type: type || this.#generation.site.brand.typeName(kind),
      author: await this.#id(`user ${whose}`),
      title: `${SECRET} ${++made}`,
      content: `${SECRET} content`,
      excerpt: `${SECRET} excerpt`,
    });
    if (state.startsWith('trash')) await posts.trash(id);
    return id;
  }

  async #media(whose: string, parent: string | undefined): Promise<number> {
    const { id } = await this.#use(PostStore).insert({
      type: 'attachment',
      status: 'inherit',
      mimeType: 'image/png',
      author: await this.#id(`user ${whose}`),
      title: `${SECRET} ${++made}`,
      parent: parent === undefined ? 0 : await this.#id(parent),
      metaInput: { _wp_attached_file: `2020/01/${SECRET}.png` },
    });
    return id;
  }

  async #comment(whose: string, state: string, on: string): Promise<number> {
    const author = await this.#id(`user ${whose}`);
    const comments = this.#use(CommentStore);
    const approved = APPROVED[state] ?? '1';
    const { id } = await comments.insert({
      post: await this.#id(on),
      author,
      authorName: SECRET,
      authorEmail: `${SECRET}@example.org`,
      content: `${SECRET} ${++made}`,
      approved,
      // Long ago, so that its author does not comment too fast when the request is a comment.
      date: '2020-01-02 03:04:05',
    });
    if (state === 'spam') await comments.spam(id);
    if (state === 'trash') await comments.trash(id);
    return id;
  }

  /** The revision that the first change of an item leaves. */
  async #revision(item: string): Promise<number> {
    const posts = this.#use(PostStore);
    const parent = await this.#id(item);
    await posts.update(parent, { content: `${SECRET} changed` });
    const { ids } = await posts.query({ types: ['revision'], statuses: ['inherit'], parents: [parent] });
    return ids[0]!;
  }

  /** The autosave of an administrator's changes of an item. */
  async #autosave(item: string): Promise<number> {
    const path = `/cms/v2/${item.split(' ')[0]}s/${await this.#id(item)}/autosaves`;
    return this.#created(path, await this.#id('user administrator'), { content: `${SECRET} unfinished` }, 'id');
  }

  async #term(taxonomy: string): Promise<number> {
    return (await this.#use(TermStore).create(taxonomy, `${SECRET} ${++made}`, {})).id;
  }

  /** The slug of a template that the site has made, or of a part of templates. */
  async #template(base: string): Promise<string> {
    const template = { slug: `${SECRET}-${++made}`, content: `${SECRET} content` };
    return String(await this.#created(`/cms/v2/${base}`, await this.#id('user administrator'), template, 'slug'));
  }

  async #password(whose: string): Promise<string> {
    const userId = await this.#id(`user ${whose}`);
    return this.#created(
      `/cms/v2/users/${userId}/application-passwords`,
      userId,
      { name: `${SECRET} ${++made}` },
      'uuid',
    );
  }

  async #created(path: string, userId: number, json: object, member: string) {
    const user = (await this.#use(UserLoader).load(userId))!;
    const answer = await serve(this.#generation, 'POST', path, { user, json });
    if (answer.json[member] === undefined) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.json[member];
  }
}
