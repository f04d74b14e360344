/** Hand-written routes on Koa. The answers have the same bytes and headers as those of the host. */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { announce } from '../processes/probe.ts';
import { settings } from '../processes/settings.ts';
import type { Row } from './show.ts';

/** The path of the list. */
export const LIST = '/cms-json/cms/v2/posts';
export const PER_PAGE = 10;

/** What a list is asked for beside its page. The handler on SQLite does without. */
export interface Asked {
  /** A word that is to be in the items. */
  readonly search: string | undefined;
  /** Whether what belongs to the items is embedded. */
  readonly embeds: boolean;
}

/** What the routes read and write, by hand for each database. */
export interface Posts {
  /** The items of a page, and how many there are on all. */
  list(page: number, base: string, asked: Asked): Promise<{ items: Row[]; total: number }>;
  one(id: number, base: string): Promise<Row | undefined>;
  /** Creates a post in one transaction, and answers when it is on disk. */
  create(input: Row, base: string): Promise<Row>;
}

/** Serves the routes. */
export function serve(posts: Posts): void {
  const app = new Koa();
  app.use(async (context) => {
    if (!context.path.startsWith(LIST)) return;
    const base = `http://${context.host}`;
    if (context.method === 'POST') {
      if (context.get('authorization') !== settings.authorization) return context.throw(401);
      const item = await posts.create(await readJson(context.req), base);
      context.status = 201;
      context.set('Location', `${base}${LIST}/${item.id}`);
      context.body = JSON.stringify(item);
      return;
    }
    const links = [`<${base}/cms-json/>; rel="https://api.w.org/"`];
    let data: Row | Row[];
    if (context.path === LIST) {
      const page = Number(context.query.page ?? 1);
      const { search, _embed } = context.query;
      const asked = { search: search?.toString(), embeds: _embed !== undefined };
      const { items, total } = await posts.list(page, base, asked);
      data = items;
      const pages = Math.ceil(total / PER_PAGE);
      context.set('X-CMS-Total', String(total));
      context.set('X-CMS-TotalPages', String(pages));
      const others = context.querystring.split('&').filter((part) => part !== '' && !part.startsWith('page='));
      const link = (to: number, rel: string) =>
        links.unshift(`<${base}${LIST}?${[...others, `page=${to}`].join('&')}>; rel="${rel}"`);
      if (page < pages) link(page + 1, 'next');
      if (page > 1) link(page - 1, 'prev');
    } else {
      const item = await posts.one(Number(context.path.slice(LIST.length + 1)), base);
      if (item === undefined) return;
      data = item;
      links.unshift(`<${data.link}>; rel="alternate"; type="text/html"`);
    }
    context.set('Link', links.join(', '));
    context.set('Allow', 'GET');
    context.set('X-Content-Type-Options', 'nosniff');
    context.set('X-Robots-Tag', 'noindex');
    context.set('Vary', 'Origin');
    context.set('Access-Control-Expose-Headers', 'X-CMS-Total, X-CMS-TotalPages, Link');
    context.set(
      'Access-Control-Allow-Headers',
      'Authorization, X-CMS-Nonce, Content-Disposition, Content-MD5, Content-Type',
    );
    context.type = 'application/json; charset=UTF-8';
    context.body = JSON.stringify(data);
  });
  const server = app.listen(settings.port, '127.0.0.1', () => {
    announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}

/** The JSON body of a request. */
async function readJson(request: IncomingMessage): Promise<Row> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Row;
}
