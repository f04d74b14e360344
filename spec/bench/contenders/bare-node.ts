/** The list on `node:http` without Koa and without a total: the least possible cost of these bytes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LIST, PER_PAGE } from '../by-hand/app.ts';
import { list, shown } from '../by-hand/posts.ts';
import { announce } from '../processes/probe.ts';
import { settings } from '../processes/settings.ts';

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, `http://${request.headers.host}`);
  if (pathname !== LIST) {
    response.writeHead(404).end();
    return;
  }
  const page = Number(searchParams.get('page') ?? 1);
  const body = JSON.stringify(shown(list.all((page - 1) * PER_PAGE), `http://${request.headers.host}`));
  const headers = { 'Content-Type': 'application/json; charset=UTF-8', 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(200, headers).end(body);
});
server.listen(settings.port, '127.0.0.1', () => {
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
