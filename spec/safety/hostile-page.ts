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

/** How many frames a page has at once. */
const FRAMES = 10;

/** A page of a browser that shows texts as markup in frames, and counts how often a script in them runs. */
export class HostilePage {
  readonly #page: Page;
  readonly #server: Server;
  /** The markup of the frames: `/0` is the address of the first. */
  #frames: readonly string[] = [];

  private constructor(page: Page) {
    this.#page = page;
    this.#server = createServer(({ url = '' }, response) => {
      const markup = url === '/' ? this.#markup() : this.#frames[Number(url.slice(1))];
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      // Texts have many images, which the browser need not ask for again and again.
      if (markup === undefined) response.writeHead(404, { ...headers, 'cache-control': 'max-age=600' }).end();
      else response.writeHead(200, headers).end(markup);
    });
  }

  static async open(chromium: Chromium): Promise<HostilePage> {
    const { page } = await chromium.visit();
    await page.addInitScript('globalThis.hits = 0; globalThis.hit = () => { globalThis.hits++; };');
    const hostile = new HostilePage(page);
    await new Promise<void>((resolve) => hostile.#server.listen(0, '127.0.0.1', resolve));
    return hostile;
  }

  /** Shows each list of texts in a frame of its own, uses everything in it, and answers with how often a script ran there. */
  async hits(lists: readonly (readonly string[])[]): Promise<number[]> {
    const counts: number[] = [];
    for (let at = 0; at < lists.length; at += FRAMES) {
      this.#frames = lists.slice(at, at + FRAMES).map(documentOf);
      await this.#page.goto(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`);
      for (const name of this.#frames.keys()) {
        // A frame that a script has led elsewhere cannot answer any more.
        counts.push(
          await this.#page
            .frame(`${name}`)!
            .evaluate(useEverything)
            .catch(() => 1),
        );
      }
    }
    return counts;
  }

  close(): void {
    this.#server.close();
  }

  #markup(): string {
    return [...this.#frames.keys()].map((name) => `<iframe name="${name}" src="/${name}"></iframe>`).join('');
  }
}
