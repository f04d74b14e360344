/** Lets one piece of work through at a time, or some that share it, in the order of asking. */
export class Lock {
  #holders = 0;
  #isShared = false;
  readonly #waiting: { readonly isShared: boolean; readonly enter: () => void }[] = [];

  /** Whether the lock is held. */
  get isHeld(): boolean {
    return this.#holders > 0;
  }

  /** Waits until the lock is free and takes it; also while others share it, where it is to be shared. */
  async acquire({ isShared = false } = {}): Promise<void> {
    if (this.#waiting.length > 0 || !this.#admits(isShared)) {
      return new Promise((enter) => this.#waiting.push({ isShared, enter }));
    }
    this.#take(isShared);
  }

  /** Hands the lock to the caller that has waited longest, and to those after it who share it with that one. */
  release(): void {
    this.#holders--;
    for (let next = this.#waiting[0]; next !== undefined && this.#admits(next.isShared); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#take(next.isShared);
      next.enter();
    }
  }

  #admits(isShared: boolean): boolean {
    return this.#holders === 0 || (isShared && this.#isShared);
  }

  #take(isShared: boolean): void {
    this.#holders++;
    this.#isShared = isShared;
  }
}
