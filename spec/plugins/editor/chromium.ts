import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { BUILD_FOLDER } from '../../../plugins/editor/build.ts';
import { Chromium, describeUnless, hindrance as noChromium } from '../../support/chromium.ts';

/** Why specs of the built editor cannot run here; undefined when they can. */
const hindrance =
  noChromium ??
  (existsSync(join(BUILD_FOLDER, 'manifest.json')) ? undefined : 'the editor is not built: npm run build:editor');

/** A browser with one profile, and the errors of its pages. */
export class Reader {
  readonly #chromium = new Chromium();
  #context: BrowserContext | undefined;
  /** Errors in the console, and scripts that failed. */
  readonly errors: string[] = [];

  get context(): BrowserContext {
    return this.#context!;
  }

  async open(): Promise<void> {
    await this.#chromium.open();
    this.#context = await this.#chromium.profile({ viewport: { width: 1280, height: 800 } });
    this.#context.setDefaultTimeout(20_000);
    this.#context.on('console', (message) => {
      const { url } = message.location();
      // Avatars come from another site, which specs must not call.
      if (message.type() === 'error' && !/^https:\/\/\w+\.gravatar\.com\//.test(url))
        this.errors.push(`${message.text()} (${url})`);
    });
    this.#context.on('weberror', (error) => this.errors.push(String(error.error().stack)));
  }

  close(): Promise<void> {
    return this.#chromium.close();
  }
}

/** Describes the built editor in a browser; skipped where there is no browser. */
export const describeEditor = (title: string, define: (reader: Reader) => void): Mocha.Suite =>
  describeUnless(hindrance, title, () => {
    const reader = new Reader();
    before(() => reader.open());
    after(() => reader.close());
    define(reader);
  });

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

/** The visible text of an element. */
export const textOf = async (element: Locator): Promise<string> => (await element.allInnerTexts()).join('\n');
