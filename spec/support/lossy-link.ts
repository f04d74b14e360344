import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';

const PORTS: Readonly<Record<string, number>> = { 'redis:': 6379, 'postgres:': 5432 };

/** A way to a server that can be cut, and that can fall silent as a server does that hangs. */
export class LossyLink {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server;
  #port = 0;
  #isSilent = false;

  constructor(target: string) {
    this.#target = new URL(target);
    this.#server = this.#makeServer();
  }

  /** The address of the server, by way of the link. */
  get url(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  /** Lets clients through. */
  async open(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as { port: number }).port;
  }

  /** Ends all connections and refuses new ones. */
  async cut(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
    this.#server = this.#makeServer();
  }

  /** Passes nothing on from now on, or all that has come meanwhile and what comes. */
  silence(isSilent: boolean): void {
    this.#isSilent = isSilent;
    for (const socket of this.#sockets) this.#apply(socket);
  }

  #apply(socket: Socket): void {
    if (this.#isSilent) socket.pause();
    else socket.resume();
  }

  #makeServer(): Server {
    return createServer((client) => {
      const server = createConnection({
        host: this.#target.hostname,
        port: Number(this.#target.port || PORTS[this.#target.protocol]),
      });
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#sockets.add(from);
        from.on('data', (bytes) => to.write(bytes));
        from.on('error', () => undefined);
        from.on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
        this.#apply(from);
      }
    });
  }
}
