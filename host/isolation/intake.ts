/** How long the host handles messages of one isolated plugin at a time, in milliseconds. */
const SLICE = 4;

/**
 * Takes the messages of one isolated plugin in their order. Once they have held the host for some milliseconds, it gets as
 * long for everything else before the next one.
 */
export class Intake {
  readonly #handle: (text: string) => void;
  readonly #now: () => number;
  readonly #waiting: { readonly text: string; readonly done: () => void }[] = [];
  #pause: NodeJS.Timeout | undefined;
  #isOpen = true;
  /** How long messages have been handled, less what came between; and until when. In milliseconds. */
  #spent = 0;
  #ended = 0;

  /** @param now - The time in milliseconds; for tests. */
  constructor(handle: (text: string) => void, now: () => number = () => performance.now()) {
    this.#handle = handle;
    this.#now = now;
  }

  take(text: string, done: () => void): void {
    this.#waiting.push({ text, done });
    if (this.#pause === undefined) this.#run();
  }

  /** Drops what waits, and all that comes. */
  close(): void {
    this.#isOpen = false;
    clearTimeout(this.#pause);
    this.#waiting.length = 0;
  }

  #run(): void {
    this.#pause = undefined;
    let start = this.#now();
    this.#spent = Math.max(0, this.#spent - (start - this.#ended));
    while (this.#isOpen && this.#waiting.length > 0) {
      const { text, done } = this.#waiting.shift()!;
      this.#handle(text);
      done();
      this.#ended = this.#now();
      this.#spent += this.#ended - start;
      start = this.#ended;
      if (this.#spent >= SLICE) {
        this.#rest();
        return;
      }
    }
  }

  #rest(): void {
    this.#pause = setTimeout(() => {
      this.#spent = 0;
      this.#run();
    }, this.#spent);
  }
}
