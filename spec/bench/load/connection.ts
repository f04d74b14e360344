import { connect, type Socket } from 'node:net';

/** What is read of a connection at once. One serves all, as nothing of it is kept, and holds the longest answer whole. */
const BUFFER = Buffer.allocUnsafe(256 * 1024);

/** How many bytes the head of an answer may have. */
const LONGEST_HEAD = 16 * 1024;

const END_OF_HEAD = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: *(\d+)\r\n/i;

/** Who hears of the answers of a connection. */
export interface Listener {
  /** An answer has come to its end. */
  answered(status: number): void;
  /** There will be no more answers. */
  failed(reason: Error): void;
}

/**
 * A connection over which one request after the other is sent. Of an answer nothing but its status and the length of its
 * body is looked at: what a client makes of bodies takes longer than to read them, and would be measured instead.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #listener: Listener;
  /** The part of a head that has come so far. */
  #head = '';
  #status = 0;
  /** How many bytes of the body are still to come. */
  #left = 0;
  #isWaiting = false;

  private constructor(socket: Socket, listener: Listener) {
    this.#socket = socket;
    this.#listener = listener;
  }

  /** A connection that is there already. Throws when nobody listens at the address. */
  static open({ hostname, port }: URL, listener: Listener): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const callback = (bytes: number): boolean => {
        connection.#read(bytes);
        return true;
      };
      const socket = connect({
        host: hostname,
        port: Number(port),
        noDelay: true,
        onread: { buffer: BUFFER, callback },
      });
      const connection = new Connection(socket, listener);
      let reason = new Error('the server closed a connection');
      socket.once('error', (error) => {
        reason = error;
        reject(error);
      });
      socket.once('connect', () => {
        socket.once('close', () => listener.failed(reason));
        resolve(connection);
      });
    });
  }

  /** Sends a request. Has to wait for the answer to the one before. */
  send(request: string): void {
    this.#isWaiting = true;
    this.#socket.write(request);
  }

  /** Ends without a word to the listener. */
  close(): void {
    this.#socket.removeAllListeners('close').destroy();
  }

  #read(bytes: number): void {
    if (this.#left > 0) this.#left -= bytes;
    else if (!this.#readHead(bytes)) return;
    if (this.#left > 0) return;
    if (this.#left < 0 || !this.#isWaiting) {
      this.#socket.destroy(new Error('the server said more than it was asked for'));
      return;
    }
    this.#isWaiting = false;
    this.#listener.answered(this.#status);
  }

  /** Reads the head of an answer, and how much of the body came with it; false as long as the head is not whole. */
  #readHead(bytes: number): boolean {
    const text = this.#head + BUFFER.toString('latin1', 0, Math.min(bytes, LONGEST_HEAD));
    const end = text.indexOf(END_OF_HEAD);
    const length = end === -1 ? undefined : LENGTH.exec(text.slice(0, end + 2))?.[1];
    if (length === undefined && (end !== -1 || text.length >= LONGEST_HEAD)) {
      this.#socket.destroy(new Error(`no answer with a length: ${text.slice(0, 200)}`));
      return false;
    }
    if (length === undefined) {
      this.#head = text;
      return false;
    }
    this.#status = Number(text.slice(9, 12));
    this.#left = Number(length) - (this.#head.length + bytes - end - END_OF_HEAD.length);
    this.#head = '';
    return true;
  }
}
