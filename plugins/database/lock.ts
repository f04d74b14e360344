/** Lets one piece of work through at a time, in the order of asking. */
export class Lock {
  #held = false;
  readonly #waiting: (() => void)[] = [];

  /** Whether the lock is held. */
  get isHeld(): boolean {
    return this.#held;
  }

  /** Waits until the lock is free and takes it. */
  async acquire(): Promise<void> {
    if (this.#held) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#held = true;
  }

  /** Hands the lock to the caller that has waited longest. */
  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#held = false;
    else next();
  }
}
