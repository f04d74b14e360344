import type { HostSettings } from '../../../host/index.ts';
import type { Post, PostInput } from '../../../plugins/posts/index.ts';
import { built } from '../../support/built.ts';
import { ListeningSite } from '../../support/listening-site.ts';

/** The answer of a page. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The address of a redirect, without the host. */
  readonly location: string | undefined;
}

/** The options of a request for a page. */
export interface PageInit {
  readonly method?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser: keeps cookies, and says where its forms come from. */
export class Visitor {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  async ask(path: string, { method, form, headers = {} }: PageInit = {}): Promise<PageAnswer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(this.#url + path, {
      method: method ?? (form === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(form === undefined ? {} : { Origin: this.#url }),
        ...headers,
      },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const location = answer.headers.get('location')?.replace(this.#url, '');
    return { status: answer.status, headers: answer.headers, text: await answer.text(), location };
  }

  /** What stands between the header and the footer. */
  async main(path: string): Promise<string> {
    return (/<main[^>]*>(.*)<\/main>/s.exec((await this.ask(path)).text)?.[1] ?? '').trim();
  }
}

/** A site of the build without content, with browsers that look at its pages. */
export class ThemeSite extends ListeningSite {
  static start(options: HostSettings = {}): Promise<ThemeSite> {
    return ListeningSite.listening((host, url) => new ThemeSite(host, url), options, built);
  }

  /** Stores a published post of the second of January 2026. */
  publish(input: PostInput): Promise<Post> {
    return this.posts.insert({ status: 'publish', type: 'post', date: '2026-01-02 03:04:05', ...input });
  }

  /** Stores an autosave of an item. */
  autosave({ id }: Pick<Post, 'id'>, input: PostInput): Promise<Post> {
    return this.posts.insert({ type: 'revision', status: 'inherit', parent: id, name: `${id}-autosave-v1`, ...input });
  }

  visitor(): Visitor {
    return new Visitor(this.url);
  }

  /** A browser in which a new user of a role has signed in. */
  async signedIn(login: string, role: string): Promise<Visitor> {
    const password = `password of ${login}`;
    await this.users.create({ login, email: `${login}@example.org`, password, roles: [role] });
    const visitor = this.visitor();
    await visitor.ask('/login', { form: { log: login, pwd: password } });
    return visitor;
  }
}
