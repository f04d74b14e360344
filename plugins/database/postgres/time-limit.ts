/** What is done about a statement that takes too long; answers with how much longer it is waited for, in milliseconds, if it is. */
type Late = () => number | undefined;

/** Holds the statements that a connection runs one after the other to a limit of time, which is each one's from when the last has ended. */
export class TimeLimit {
  readonly #milliseconds: () => number;
  readonly #giveUp: () => void;
  /** Those that are sent and not answered, the running one first. */
  readonly #sent: Late[] = [];
  /** One timer for all of them, as making one costs more than setting it back; it goes on while nothing runs. */
  #timer: NodeJS.Timeout | undefined;
  #limit = 0;
  #lastWait: NodeJS.Timeout | undefined;

  /**
   * @param milliseconds the limit at present; 0 for none
   * @param giveUp is called when it was waited longer, and in vain
   */
  constructor(milliseconds: () => number, giveUp: () => void) {
    this.#milliseconds = milliseconds;
    this.#giveUp = giveUp;
  }

  /** Says that a statement is sent. */
  begin(late: Late): void {
    if (this.#sent.push(late) === 1) this.#start();
  }

  /** Says that the running statement is answered. */
  end(): void {
    clearTimeout(this.#lastWait);
    this.#sent.shift();
    if (this.#sent.length > 0) this.#start();
  }

  #start(): void {
    const limit = this.#milliseconds();
    if (limit === this.#limit) {
      this.#timer?.refresh();
      return;
    }
    clearTimeout(this.#timer);
    this.#limit = limit;
    this.#timer = limit > 0 ? setTimeout(() => this.#expire(), limit).unref() : undefined;
  }

  #expire(): void {
    const more = this.#sent[0]?.();
    if (more !== undefined) this.#lastWait = setTimeout(this.#giveUp, more);
  }
}
