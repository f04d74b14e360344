import { connect, type Socket } from 'node:net';

/** The buffer that all connections read into; its content is not used after a read. */
const BUFFER = Buffer.allocUnsafe(256 * 1024);

/** The most bytes of the head of an answer. */
const LONGEST_HEAD = 16 * 1024;

const END_OF_HEAD = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: *(\d+)\r\n/i;

/** The listener of a connection. */
export interface Listener {
  /** Called when an answer is complete. */
  answered(status: number): void;
  /** Called when the connection fails or ends. */
  failed(reason: Error): void;
}

/**
 * A connection that sends one request after another. Only the status and the length of an answer are read, because
 * parsing bodies would take longer than receiving them, and would be measured too.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #listener: Listener;
  /** The part of a head that has been received. */
  #head = '';
  #status = 0;
  /** The number of bytes of the body that have not been received. */
  #left = 0;
  #isWaiting = false;

  private constructor(socket: Socket, listener: Listener) {
    this.#socket = socket;
    this.#listener = listener;
  }

  /** Opens a connection. Throws if no server listens at the address. */
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

  /** Sends a request; only allowed after the answer to the last one. */
  send(request: string): void {
    this.#isWaiting = true;
    this.#socket.write(request);
  }

  /** Closes the connection without calling the listener. */
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

  /** Reads the head of an answer and the part of the body after it; false if the head is incomplete. */
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
