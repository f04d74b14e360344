import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { BUILD_FOLDER } from '../../../plugins/editor/build.ts';

const CHROMIUM = '/usr/bin/chromium';

/** Why specs of the built editor cannot run here; undefined when they can. */
export const hindrance = !existsSync(CHROMIUM)
  ? `there is no ${CHROMIUM}: install Chromium`
  : existsSync(join(BUILD_FOLDER, 'manifest.json'))
    ? undefined
    : 'the editor is not built: npm run build:editor';

/** A browser with one profile, and what its pages complained of. */
export class Reader {
  readonly #browser: Browser;
  readonly context: BrowserContext;
  /** Errors in the console, and scripts that failed. */
  readonly errors: string[] = [];

  private constructor(browser: Browser, context: BrowserContext) {
    this.#browser = browser;
    this.context = context;
    context.on('console', (message) => {
      const { url } = message.location();
      // Pictures of people are kept by another site, which is not to be reached from here.
      if (message.type() === 'error' && !/^https:\/\/\w+\.gravatar\.com\//.test(url))
        this.errors.push(`${message.text()} (${url})`);
    });
    context.on('weberror', (error) => this.errors.push(String(error.error().stack)));
  }

  /** Opens a browser that reaches nothing but this machine. */
  static async open(): Promise<Reader> {
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    });
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(20_000);
    return new Reader(browser, context);
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}

/** Signs in by the login page that a page of the editor leads to. */
export async function signIn(
  page: Page,
  address: string,
  { username, password }: { username: string; password: string },
) {
  await page.goto(address);
  await page.getByLabel('Name or e-mail address').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(address);
}

/** What people read of an element. */
export const textOf = async (element: Locator): Promise<string> => (await element.allInnerTexts()).join('\n');
