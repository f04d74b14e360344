import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type Koa from 'koa';
import { type ClientConnection, forwardedReader, type TrustedProxies } from './trusted-proxies.ts';

/** A header with the values of all of its lines. */
function header({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return Array.isArray(value) ? value.join() : (value ?? '');
}

/**
 * Has the requests of an application tell the client's address, scheme and host, of which proxies are believed as the
 * setting says. Koa's own setting `proxy` believes whatever a client sends. Answers with what tells whether a request came
 * by a proxy that is believed.
 */
export function believeProxies(
  request: Koa['request'],
  proxies: TrustedProxies,
): (request: IncomingMessage) => boolean {
  const read = forwardedReader(proxies);
  const known = new WeakMap<IncomingMessage, ClientConnection>();
  const connectionOf = (req: IncomingMessage): ClientConnection => {
    const connection =
      known.get(req) ??
      read(req.socket.remoteAddress ?? '', {
        for: header(req, 'x-forwarded-for'),
        protocol: header(req, 'x-forwarded-proto'),
        host: header(req, 'x-forwarded-host'),
      });
    known.set(req, connection);
    return connection;
  };
  const ownHost = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(request), 'host')!.get!;
  type Of<T> = (this: Koa.Request) => T;
  const define = <T>(name: string, get: Of<T>) => Object.defineProperty(request, name, { get, configurable: true });
  define('ip', function () {
    return connectionOf(this.req).ip;
  });
  define('protocol', function () {
    if ((this.req.socket as TLSSocket).encrypted) return 'https';
    return connectionOf(this.req).protocol === 'https' ? 'https' : 'http';
  });
  define('host', function () {
    return connectionOf(this.req).host ?? ownHost.call(this);
  });
  return (req) => connectionOf(req).isProxied;
}
