import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import type { Chromium } from '../support/chromium.ts';
import type { Served } from '../support/serve.ts';
import { textsOf } from './harm.ts';

/** What a page shows as markup: rendered fields, and the names and descriptions that themes print as they are. */
const SHOWN = /(?:^|\.)(?:rendered|name|description|author_name|title|prefix|suffix|content)$/;

/** The texts of an answer that a page shows as markup. */
export const shownIn = ({ status, json }: Served): string[] =>
  status < 300 ? [...textsOf(json)].filter(([path]) => SHOWN.test(path)).map(([, text]) => text) : [];

/** How many documents a page has at once. */
const FRAMES = 24;

const documentOf = (texts: readonly string[]): string =>
  `<!doctype html><html><head><title>Shown</title></head><body>${texts.map((text) => `<div>${text}</div>`).join('\n')}</body></html>`;

/** Runs in the page: points at, focuses and clicks every element, and opens its links. */
async function useEverything(): Promise<number> {
  // biome-ignore lint/suspicious/noExplicitAny: the types of a browser are not those of these specs.
  const page = globalThis as any;
  page.addEventListener('submit', (event: { preventDefault(): void }) => event.preventDefault());
  for (const element of page.document.querySelectorAll('body *')) {
    element.focus?.();
    for (const name of [
      'pointerenter',
      'mouseover',
      'mouseenter',
      'focus',
      'toggle',
      'animationstart',
      'beforetoggle',
    ]) {
      element.dispatchEvent(new page.Event(name, { bubbles: true }));
    }
    const address = String(element.href?.baseVal ?? element.href ?? element.getAttribute?.('formaction') ?? '');
    if (/^https?:/.test(address)) element.removeAttribute('href');
    element.click?.();
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  return page.hits;
}

/** A frame that its document has led elsewhere counts as one in which a script ran. */
function navigated(error: Error): number {
  if (/Execution context was destroyed/.test(error.message)) return 1;
  throw error;
}

/** A page of this many frames, none of which may take the place of the page. */
const pageOf = (frames: number): string =>
  `<!doctype html><title>All</title>${Array.from({ length: frames }, (_, at) => `<iframe name="${at}" src="/${at}" sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-modals"></iframe>`).join('')}`;

/** A page of a browser that shows texts as markup, and counts how often a script in them runs. */
export class HostilePage {
  readonly #page: Page;
  readonly #server: Server;
  #documents: readonly string[] = [];

  private constructor(page: Page) {
    this.#page = page;
    this.#server = createServer(({ url }, response) => {
      const text = url === '/' ? pageOf(this.#documents.length) : this.#documents[Number(url?.slice(1))];
      response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(text);
    });
  }

  static async open(chromium: Chromium): Promise<HostilePage> {
    const { page } = await chromium.visit();
    await page.addInitScript('globalThis.hits = 0; globalThis.hit = () => { globalThis.hits++; };');
    const hostile = new HostilePage(page);
    await new Promise<void>((resolve) => hostile.#server.listen(0, '127.0.0.1', resolve));
    return hostile;
  }

  /** Shows each group of texts in a document of its own, uses everything in them, and answers with how often a script ran. */
  async hits(groups: readonly (readonly string[])[]): Promise<number[]> {
    const hits: number[] = [];
    for (let first = 0; first < groups.length; first += FRAMES) {
      this.#documents = groups.slice(first, first + FRAMES).map(documentOf);
      await this.#page.goto(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`);
      const used = this.#documents.map((_, at) =>
        this.#page.frame(String(at))!.evaluate(useEverything).catch(navigated),
      );
      hits.push(...(await Promise.all(used)));
    }
    return hits;
  }

  close(): void {
    this.#server.close();
  }
}
