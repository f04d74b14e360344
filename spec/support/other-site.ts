import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another HTTP server on this machine. */
export interface OtherSite {
  /** Its host name with its port. */
  readonly host: string;
  readonly url: string;
  /** The paths of its requests. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** Starts a server with a request listener. */
export async function startOtherSite(listener: RequestListener): Promise<OtherSite> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    listener(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { host, url: `http://${host}`, asked, close };
}
