/** A route of Koa that answers `{"hello":"world"}`, and nothing else. */
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { announce } from '../processes/probe.ts';
import { settings } from '../processes/settings.ts';

const app = new Koa();
app.use((context) => {
  if (context.method === 'GET' && context.path === '/cms-json/hello/v1/greeting') context.body = { hello: 'world' };
});
const server = app.listen(settings.port, '127.0.0.1', () => {
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
