import { RestError } from '../../core/index.ts';

/** What speaks against a new password: none that has any is set. */
export class PasswordErrors {
  readonly #errors: RestError[] = [];

  /** Adds an error; its message is shown to the user. */
  add(code: string, message: string): void {
    this.#errors.push(new RestError(code, message, { status: 400 }));
  }

  /** All that were added, in order. */
  get all(): readonly RestError[] {
    return [...this.#errors];
  }
}
