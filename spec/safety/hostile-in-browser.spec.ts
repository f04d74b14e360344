import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import type { Served } from '../support/serve.ts';
import { textsOf } from './harm.ts';
import { ALL_HOSTILE } from './hostile-inputs.ts';
import { HostileSite } from './hostile-site.ts';

/** What a page shows as markup: rendered fields, and the names and descriptions that themes print as they are. */
const SHOWN = /(?:^|\.)(?:rendered|name|description|author_name|title|prefix|suffix|content)$/;

const shownIn = (answers: readonly Served[]): string[] => [
  ...new Set(
    answers
      .filter(({ status }) => status < 300)
      .flatMap(({ json }) => [...textsOf(json)].filter(([path]) => SHOWN.test(path)).map(([, text]) => text)),
  ),
];

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

describeInChromium('in Chromium no hostile text runs', (chromium) => {
  let site: HostileSite;
  let page: Page;
  let server: Server;
  let markup = '';

  before(async () => {
    site = await HostileSite.build();
    server = createServer(({ url }, response) => {
      response.writeHead(url === '/' ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
      response.end(url === '/' ? markup : '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ page } = await chromium.visit());
    await page.addInitScript('globalThis.hits = 0; globalThis.hit = () => { globalThis.hits++; };');
  });
  after(async () => {
    server.close();
    await site.close();
  });

  /** Shows texts in a page, uses everything in it, and answers with how often a script ran. */
  const hits = async (texts: readonly string[]): Promise<number> => {
    markup = documentOf(texts);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return page.evaluate(useEverything);
  };

  /** The texts that ran in a page of what is shown after each was written. */
  async function running(write: (text: string) => Promise<Served[]>): Promise<string[]> {
    const ran: string[] = [];
    for (const text of ALL_HOSTILE) {
      const shown = shownIn(await write(text));
      if (shown.length > 0 && (await hits(shown)) > 0) ran.push(text);
    }
    return ran;
  }

  it('though most of them run as they were written', async () => {
    let ran = 0;
    for (const text of ALL_HOSTILE) if ((await hits([text])) > 0) ran++;
    expect(ran).to.be.above(80);
  });

  it('in anything that shows it', async () => {
    const { json } = await site.ask('/posts', 'admin', { title: 'Commented', status: 'publish' });
    const write = async (text: string) => [
      ...(await site.item(text, 'author')),
      ...(await site.item(text, 'contributor')),
      ...(await site.comment(text, json.id)),
      ...(await site.term(text)),
      ...(await site.account(text)),
      ...(await site.file(text)),
      ...(await site.settings(text)),
    ];
    expect(await running(write)).to.eql([]);
  });

  it('in a rendered block', async () => {
    expect(await running((text) => site.itemOfBlocks(text))).to.eql([]);
  });
}).timeout(300_000);
