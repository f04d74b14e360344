import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const PROGRAM = '/usr/bin/chromium';

/** A folder for the pictures that specs take; none are kept without it. */
const PICTURES = process.env.PICTURES;

/** Why pages cannot be looked at here; undefined when they can. */
export const hindrance = existsSync(PROGRAM) ? undefined : `there is no ${PROGRAM}: install Chromium`;

/** A page, and what its console complained of. */
export interface Visit {
  readonly page: Page;
  readonly complaints: string[];
}

/** The browser of a suite. */
export class Chromium {
  #browser: Browser | undefined;

  /** Starts it. Names are those of this machine: no page reaches another. */
  async open(): Promise<void> {
    const args = [
      '--no-sandbox',
      '--disable-gpu',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ];
    this.#browser = await chromium.launch({ executablePath: PROGRAM, args });
  }

  async close(): Promise<void> {
    await this.#browser?.close();
  }

  /** A profile of its own, without cookies. */
  profile(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    return this.#browser!.newContext(options);
  }

  /** A page of a profile of its own. */
  async visit(options: BrowserContextOptions = {}): Promise<Visit> {
    const page = await (await this.profile(options)).newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    return { page, complaints };
  }
}

/** Describes something, or tells as skipped why it cannot be seen here. */
export const describeUnless = (hindered: string | undefined, title: string, define: () => void): Mocha.Suite =>
  describe(title, () => {
    if (hindered === undefined) define();
    else {
      it(`skipped, for ${hindered}`, function () {
        this.skip();
      });
    }
  });

/** Describes what only a browser shows. */
export const describeInChromium = (title: string, define: (chromium: Chromium) => void): Mocha.Suite =>
  describeUnless(hindrance, title, () => {
    const chromium = new Chromium();
    before(() => chromium.open());
    after(() => chromium.close());
    define(chromium);
  });

/** Takes a picture of what a page shows, and keeps it where `PICTURES` names a folder. */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (PICTURES !== undefined) mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ fullPage, ...(PICTURES === undefined ? {} : { path: join(PICTURES, `${name}.png`) }) });
}
