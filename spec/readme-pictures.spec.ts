import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Host } from '../host/index.ts';
import { BUILD_FOLDER } from '../plugins/editor/build.ts';
import { UserStore } from '../plugins/users/index.ts';
import { built } from './support/built.ts';
import { describeInChromium, takePicture, type Visit } from './support/chromium.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const README = readFileSync(`${ROOT}README.md`, 'utf8');

/** The pictures that the README shows, by name; `npm run pictures` takes them anew. */
const SHOWN = [...README.matchAll(/(?:src="|\]\()(spec\/pictures\/([\w-]+)\.png)/g)].map(([, path, name]) => ({
  path: path!,
  name: name!,
}));

const VIEW = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };

describe('the pictures of the README', () => {
  it('are there, and shown on its first screen', () => {
    expect(SHOWN.map(({ name }) => name)).to.eql(['home', 'explorer', 'editor']);
    for (const { path } of SHOWN) expect(existsSync(ROOT + path), path).to.equal(true);
    expect(README.slice(0, README.indexOf('\n## '))).to.include(SHOWN.at(-1)!.path);
  });
});

describeInChromium('what the pictures of the README show', (chromium) => {
  let host: Host;
  let url: string;
  let visit: Visit;
  before(async () => {
    host = await built.createHost({
      logLevel: 'silent',
      database: 'sqlite::memory:',
      options: { passwords: { cost: 10 } },
    });
    url = await host.listen(0, '127.0.0.1');
    // The content of a new site, which is made when it is served for the first time.
    await host.generation.server.hooks.action('host_listening').promise(url, () => undefined);
    const users = host.generation.services.get('spec', UserStore);
    await users.create({ login: 'kim', email: 'kim@example.org', password: 'secret of kim', roles: ['administrator'] });
    visit = await chromium.visit(VIEW);
  });
  after(() => host.close());

  const open = async (path: string): Promise<Page> => {
    const { page } = visit;
    await page.goto(url + path);
    if (!new URL(page.url()).pathname.startsWith('/login')) return page;
    await page.getByLabel('Name or e-mail address').fill('kim');
    await page.getByLabel('Password').fill('secret of kim');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(url + path);
    return page;
  };

  it('is the home page of a new site', async () => {
    const page = await open('/');
    await page.getByRole('link', { name: 'Hello world!' }).waitFor();
    await takePicture(page, 'home');
  });

  it('is a request in the explorer, with what ran for it', async () => {
    const page = await open('/explorer');
    await page.getByRole('link', { name: '/cms/v2/posts GET POST', exact: true }).click();
    await page.getByLabel('search').first().fill('hello');
    await page.keyboard.press('Control+Enter');
    const ran = page.getByRole('heading', { name: 'What ran' });
    await ran.waitFor();
    await page.getByText('Body', { exact: true }).click();
    await page.getByText('200 OK').evaluate((element) => element.scrollIntoView({ block: 'start' }));
    expect(await ran.isVisible()).to.equal(true);
    await takePicture(page, 'explorer');
  });

  it('is an item in the block editor', async function () {
    if (!existsSync(`${BUILD_FOLDER}/manifest.json`)) this.skip();
    const page = await open('/editor');
    await page.getByRole('link', { name: 'Hello world!', exact: true }).click();
    await page.frameLocator('iframe[name="editor-canvas"]').getByText('This is the first post').first().waitFor();
    await takePicture(page, 'editor');
  });
}).timeout(120_000);
