import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const PROGRAM = '/usr/bin/chromium';

/** The folder in which specs store screenshots; without it, they store none. */
const PICTURES = process.env.PICTURES;

/** Why no browser can run here; undefined if one can. */
export const hindrance = existsSync(PROGRAM) ? undefined : `there is no ${PROGRAM}: install Chromium`;

/** A page, and the errors of its console. */
export interface Visit {
  readonly page: Page;
  readonly complaints: string[];
}

/** A browser that a suite shares. */
export class Chromium {
  #browser: Browser | undefined;

  /** Starts the browser. All host names resolve to this machine, so that no page reaches another one. */
  async open(): Promise<void> {
    const args = [
      '--no-sandbox',
      '--disable-gpu',
      // Pages of specs live for seconds, in which optimizing their scripts costs more time than it saves.
      '--js-flags=--no-opt,--no-maglev',
      // What is drawn is not handed to another process.
      '--in-process-gpu',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ];
    this.#browser = await chromium.launch({ executablePath: PROGRAM, args });
  }

  async close(): Promise<void> {
    await this.#browser?.close();
  }

  /** Opens a new profile, without cookies. */
  profile(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    return this.#browser!.newContext(options);
  }

  /** Opens a page in a new profile. */
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

/** Describes something; if no browser can run here, a skipped test says why. */
export const describeUnless = (hindered: string | undefined, title: string, define: () => void): Mocha.Suite =>
  describe(title, () => {
    if (hindered === undefined) define();
    else {
      it(`skipped, for ${hindered}`, function () {
        this.skip();
      });
    }
  });

/** Describes something that needs a browser. */
export const describeInChromium = (title: string, define: (chromium: Chromium) => void): Mocha.Suite =>
  describeUnless(hindrance, title, () => {
    const chromium = new Chromium();
    before(() => chromium.open());
    after(() => chromium.close());
    define(chromium);
  });

/** Stores a screenshot of a page if `PICTURES` names a folder. */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ fullPage, path: join(PICTURES, `${name}.png`) });
}
