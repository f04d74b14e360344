import type { CurrentUser } from '../../core/index.ts';

/** The user of a request, who may also read one item. */
export class PreviewReader implements CurrentUser {
  /** The same user without that permission. */
  readonly base: CurrentUser;
  readonly #item: number;

  constructor(user: CurrentUser, item: number) {
    this.base = baseOf(user);
    this.#item = item;
  }

  get id(): number {
    return this.base.id;
  }

  can(capability: string, ...args: unknown[]): boolean {
    if (capability === 'read_post' && (args[0] as { id?: unknown } | undefined)?.id === this.#item) return true;
    return this.base.can(capability, ...args);
  }
}

/** A user without what a preview link lets them read. */
export const baseOf = (user: CurrentUser): CurrentUser => (user instanceof PreviewReader ? user.base : user);
