import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Where a server is. */
interface Place {
  readonly host: string;
  readonly port: number;
}

/** A way to a server that can be closed, in the midst of what goes over it, and opened again, to another one too. */
export class Way {
  /** Where it leads. */
  to: Place;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isHeld = false;
  port = 0;

  constructor(to: Place) {
    this.to = to;
    this.#server = createServer((near) => {
      const far = connect(this.to.port, this.to.host);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          near.destroy();
          far.destroy();
          this.#sockets.delete(socket);
        });
      }
      if (!this.#isHeld) near.pipe(far).pipe(near);
    });
  }

  async open(): Promise<void> {
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  /** Lets nothing through any more, without a word to either side; `close` ends that. */
  hold(): void {
    this.#isHeld = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  async close(): Promise<void> {
    this.#isHeld = false;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
