import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../config/settings.ts';

/** Turns an error of `listen` into a `ConfigError` that says what to do. */
function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(`port ${port} of ${host} is in use; stop what listens there, or choose another --port`);
    case 'EACCES':
      return new ConfigError(`port ${port} may not be opened by this user; choose a --port above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`this machine has no address ${host}; choose another --host`);
    default:
      return error;
  }
}

/** An HTTP server that knows its URL, and that waits for in-flight requests when it closes. */
export class Listener {
  readonly #server: Server;
  readonly #handler: RequestListener;
  /** The handler of new requests; while requests are held, one that queues them. */
  #current: RequestListener;
  #inFlight = 0;
  #idle: (() => void) | undefined;
  #isDraining = false;

  constructor(handler: RequestListener) {
    this.#handler = handler;
    this.#current = handler;
    const ended = () => {
      this.#inFlight--;
      if (this.#inFlight === 0) this.#idle?.();
    };
    this.#server = createServer((request, response) => {
      this.#inFlight++;
      response.on('close', ended);
      if (this.#isDraining) response.setHeader('Connection', 'close');
      this.#current(request, response);
    });
  }

  /** Starts to listen. Throws a `ConfigError` for an address that cannot be used. */
  listen(port: number, host: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (error: Error) => reject(explain(error, port, host));
      this.#server.once('error', refuse);
      this.#server.listen(port, host, () => {
        this.#server.off('error', refuse);
        resolve();
      });
    });
  }

  /** Queues requests until the returned function is called; they are then handled in their order. */
  hold(): () => void {
    const queue: Parameters<RequestListener>[] = [];
    this.#current = (...exchange) => void queue.push(exchange);
    return () => {
      this.#current = this.#handler;
      for (const exchange of queue) this.#handler(...exchange);
    };
  }

  /** The URL for clients on this machine. */
  get url(): string {
    const { address, family, port } = this.#server.address() as AddressInfo;
    const isAnyAddress = address === '0.0.0.0' || address === '::';
    const name = isAnyAddress ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
    return `http://${name}:${port}`;
  }

  /** Has each connection end with its next answer, so that clients go elsewhere before the port closes. */
  drain(): void {
    this.#isDraining = true;
  }

  /**
   * Refuses new connections, waits for in-flight requests, at most `grace` milliseconds, and closes. Answers with how many
   * requests were cut off.
   */
  async close(grace: number): Promise<number> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    if (this.#inFlight > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, grace);
        this.#idle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const cut = this.#inFlight;
    this.#server.closeAllConnections();
    await closed;
    return cut;
  }
}
