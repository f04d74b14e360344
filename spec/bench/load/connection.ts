import { connect, type Socket } from 'node:net';

/** The buffer that all connections read into; its content is not used after a read. */
const BUFFER = Buffer.allocUnsafe(256 * 1024);

/** The most bytes of the head of an answer. */
const LONGEST_HEAD = 16 * 1024;

const END_OF_HEAD = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: *(\d+)\r\n/i;
const CHUNKED = /\r\ntransfer-encoding: *chunked\r\n/i;
/** The end of a body in chunks. In a body of JSON it stands nowhere else. */
const LAST_CHUNK = '\r\n0\r\n\r\n';

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
  /** The number of bytes of the body that have not been received; 1 while the last of its chunks has not. */
  #left = 0;
  /** The last bytes of a body in chunks; undefined for any other. */
  #tail: string | undefined;
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
    if (this.#tail !== undefined) this.#readChunks(bytes, 0);
    else if (this.#left > 0) this.#left -= bytes;
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
    const head = end === -1 ? '' : text.slice(0, end + 2);
    const length = LENGTH.exec(head)?.[1] ?? (CHUNKED.test(head) ? '0' : undefined);
    if (length === undefined && (end !== -1 || text.length >= LONGEST_HEAD)) {
      this.#socket.destroy(new Error(`no answer with a length: ${text.slice(0, 200)}`));
      return false;
    }
    if (length === undefined) {
      this.#head = text;
      return false;
    }
    this.#status = Number(text.slice(9, 12));
    const start = end + END_OF_HEAD.length - this.#head.length;
    this.#head = '';
    if (LENGTH.test(head)) this.#left = Number(length) - (bytes - start);
    else {
      this.#tail = '';
      // The line break before the first chunk is the one that the head ends with.
      this.#readChunks(bytes, start - 2);
    }
    return true;
  }

  /** Looks for the end of a body in chunks in what has been received. */
  #readChunks(bytes: number, start: number): void {
    const from = Math.max(start, bytes - LAST_CHUNK.length);
    this.#tail = (this.#tail + BUFFER.toString('latin1', from, bytes)).slice(-LAST_CHUNK.length);
    this.#left = this.#tail === LAST_CHUNK ? 0 : 1;
    if (this.#left === 0) this.#tail = undefined;
  }
}
