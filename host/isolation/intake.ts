/** How long the host handles messages of one isolated plugin at a time, in milliseconds. */
const SLICE = 4;

/**
 * Takes the messages of one isolated plugin in their order. Once they have held the host for some milliseconds, it gets as
 * long for everything else before the next one.
 */
export class Intake {
  readonly #handle: (text: string) => void;
  readonly #waiting: { readonly text: string; readonly done: () => void }[] = [];
  #pause: NodeJS.Timeout | undefined;
  #isOpen = true;

  constructor(handle: (text: string) => void) {
    this.#handle = handle;
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
    const start = performance.now();
    while (this.#isOpen && this.#waiting.length > 0) {
      const { text, done } = this.#waiting.shift()!;
      this.#handle(text);
      done();
      const taken = performance.now() - start;
      if (taken < SLICE) continue;
      this.#pause = setTimeout(() => this.#run(), taken);
      return;
    }
  }
}
