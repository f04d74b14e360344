import type { BrowserContextOptions } from 'playwright-core';
import type { Host } from '../../../host/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { built } from '../../support/built.ts';
import type { Chromium, Visit } from '../../support/chromium.ts';

const { createHost, definePlugin, RequestContext, RestRequest, UserLoader } = built;

/** A plugin whose tap shows in what runs for a request. */
const shouting = definePlugin({
  name: 'shouting',
  version: '1.0.0',
  description: 'Writes titles in capitals.',
  setup({ hooks }) {
    hooks.filter('the_title').tap('shouting', (title) => title.toUpperCase());
  },
});

/** A host of the build with every plugin, an administrator and a subscriber, and a browser to look at it. */
export class ExplorerSite {
  readonly host: Host;
  readonly url: string;
  readonly #chromium: Chromium;

  constructor(host: Host, url: string, chromium: Chromium) {
    this.host = host;
    this.url = url;
    this.#chromium = chromium;
  }

  static async start(chromium: Chromium): Promise<ExplorerSite> {
    const host = await createHost({
      database: 'sqlite::memory:',
      logLevel: 'silent',
      plugins: { folders: [shouting] },
      options: { passwords: { cost: 10 } },
    });
    const url = await host.listen(0, '127.0.0.1');
    const users = host.generation.services.get('spec', UserStore);
    for (const [login, role] of [
      ['manager', 'administrator'],
      ['reader', 'subscriber'],
    ] as const) {
      await users.create({ login, email: `${login}@example.org`, password: `password of ${login}`, roles: [role] });
    }
    const manager = (await users.byLogin('manager'))!;
    const query = { title: 'Hello world', content: 'Welcome.', status: 'publish' };
    const context = new RequestContext({
      user: (await host.generation.services.get('spec', UserLoader).load(manager.id))!,
    });
    await host.dispatch(new RestRequest('POST', '/cms/v2/posts', { query, context }));
    return new ExplorerSite(host, url, chromium);
  }

  /** The page of a user who has signed in on the way to an address, with the errors of its console. */
  async visit(login: string, path: string, options: BrowserContextOptions = {}): Promise<Visit> {
    const visit = await this.#chromium.visit(options);
    const { page } = visit;
    await page.goto(this.url + path);
    await page.getByLabel('Name or e-mail address').fill(login);
    await page.getByLabel('Password').fill(`password of ${login}`);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Explorer', level: 1 }).waitFor();
    return visit;
  }

  async close(): Promise<void> {
    await this.host.close();
  }
}
