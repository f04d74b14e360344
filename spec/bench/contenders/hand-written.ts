/**
 * Hand-written routes: Koa, better-sqlite3, prepared statements, no layers. The answers have the same bytes and headers as
 * those of the host, from the same database file.
 */
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { createPost, readJson } from '../by-hand/create.ts';
import { LIST, list, one, PER_PAGE, type Row, shown, total } from '../by-hand/posts.ts';
import { announce } from '../processes/probe.ts';
import { settings } from '../processes/settings.ts';

const app = new Koa();
app.use(async (context) => {
  if (!context.path.startsWith(LIST)) return;
  const base = `http://${context.host}`;
  if (context.method === 'POST') {
    if (context.get('authorization') !== settings.authorization) return context.throw(401);
    const row = createPost(await readJson(context.req), base);
    context.status = 201;
    context.set('Location', `${base}${LIST}/${row.ID}`);
    context.body = JSON.stringify(shown([row], base)[0]);
    return;
  }
  const links = [`<${base}/cms-json/>; rel="https://api.w.org/"`];
  let data: Row | Row[];
  if (context.path === LIST) {
    const page = Number(context.query.page ?? 1);
    data = shown(list.all((page - 1) * PER_PAGE), base);
    const count = total.get() as number;
    const pages = Math.ceil(count / PER_PAGE);
    context.set('X-CMS-Total', String(count));
    context.set('X-CMS-TotalPages', String(pages));
    if (page < pages) links.unshift(`<${base}${LIST}?page=${page + 1}>; rel="next"`);
    if (page > 1) links.unshift(`<${base}${LIST}?page=${page - 1}>; rel="prev"`);
  } else {
    const row = one.get(Number(context.path.slice(LIST.length + 1)));
    if (row === undefined) return;
    data = shown([row], base)[0]!;
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
