import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const PROGRAM = '/usr/bin/chromium';

/** A folder for the pictures that specs take; none are kept without it. */
const PICTURES = process.env.PICTURES;

/** Whether there is a browser to look at pages with. */
export const hasChromium = existsSync(PROGRAM);

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

  /** A page of a browser of its own, without cookies. */
  async visit(options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await this.#browser!.newContext(options);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    return { page, complaints };
  }
}

/** Describes what only a browser shows; where there is none, that is told as skipped. */
export function describeInChromium(title: string, define: (chromium: Chromium) => void): Mocha.Suite {
  return describe(title, () => {
    if (!hasChromium) {
      it(`skipped, for there is no ${PROGRAM}: install Chromium`, function () {
        this.skip();
      });
      return;
    }
    const browser = new Chromium();
    before(() => browser.open());
    after(() => browser.close());
    define(browser);
  });
}

/** Takes a picture of what a page shows, and keeps it where `PICTURES` names a folder. */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (PICTURES !== undefined) mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ fullPage, ...(PICTURES === undefined ? {} : { path: join(PICTURES, `${name}.png`) }) });
}
