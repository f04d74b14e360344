import { createHost as createSourceHost, type Host, type HostSettings } from '../../host/index.ts';
import { CommentStore } from '../../plugins/comments/index.ts';
import { MetaStore } from '../../plugins/meta/index.ts';
import { Options } from '../../plugins/options/index.ts';
import { PostStore } from '../../plugins/posts/index.ts';
import { TermStore } from '../../plugins/terms/index.ts';
import { UserStore } from '../../plugins/users/index.ts';

/** A listening host with every plugin, its stores, and no content. */
export class ListeningSite {
  readonly host: Host;
  readonly url: string;

  protected constructor(host: Host, url: string) {
    this.host = host;
    this.url = url;
  }

  /** Starts a host of the sources or of a built copy; its database is in memory unless the settings name another. */
  static async listening<T extends ListeningSite>(
    make: (host: Host, url: string) => T,
    options: HostSettings,
    { createHost } = { createHost: createSourceHost },
  ): Promise<T> {
    const host = await createHost({
      database: 'sqlite::memory:',
      logLevel: 'silent',
      ...options,
      options: { passwords: { cost: 10 }, ...options.options },
    });
    return make(host, await host.listen(0, '127.0.0.1'));
  }

  get posts(): PostStore {
    return this.service(PostStore);
  }

  get terms(): TermStore {
    return this.service(TermStore);
  }

  get users(): UserStore {
    return this.service(UserStore);
  }

  get comments(): CommentStore {
    return this.service(CommentStore);
  }

  get meta(): MetaStore {
    return this.service(MetaStore);
  }

  get options(): Options {
    return this.service(Options);
  }

  service<T>(token: { readonly name: string; readonly type?: T }): T {
    return this.host.generation.services.find(token as never)!;
  }

  close(): Promise<void> {
    return this.host.close();
  }
}
