import { isRestError, type RestRequest } from '../../core/index.ts';
import type { Credentials } from '../../core/rest/index.ts';
import type { SiteClock } from '../options/index.ts';
import type { Throttles } from '../throttles/index.ts';
import type { User, UserStore } from '../users/index.ts';
import { type Attempter, attemptChallenge, attemptPassword } from './attempts.ts';
import type { Sessions } from './sessions.ts';

/** The services that asking users again needs. */
export interface ReauthenticationParts {
  readonly sessions: Sessions;
  readonly users: UserStore;
  readonly throttles: Throttles;
  readonly clock: SiteClock;
  readonly credentials: Credentials;
}

/** How long users count as just signed in, in seconds. */
const RECENT = 3600;

/** Asks the user who makes a request again for proof of who they are. Attempts are counted with those to sign in. */
export class Reauthentication {
  readonly #parts: ReauthenticationParts;

  constructor(parts: ReauthenticationParts) {
    this.#parts = parts;
  }

  /** Whether a request is made in a session of its user that began within the last hour. */
  async isRecent({ user, context }: RestRequest): Promise<boolean> {
    const { sessions, clock } = this.#parts;
    const current = await sessions.current(context);
    if (current === undefined) return false;
    const session = (await sessions.list(user.id)).find(({ id }) => id === current);
    return session !== undefined && session.created > clock.now().getTime() / 1000 - RECENT;
  }

  /** Whether a text is the password of the user who makes a request. @throws an error object with status 429 or 503 */
  async isPassword(request: RestRequest, password: string): Promise<boolean> {
    const { users, throttles } = this.#parts;
    const user = await users.byId(request.user.id);
    if (user === null || password === '') return false;
    const found = await attemptPassword(
      throttles,
      await this.#attempter(user, request),
      () => users.authenticate(user.login, password),
      (answer) => !isRestError(answer),
    );
    return !isRestError(found) && found.id === user.id;
  }

  /**
   * Has something else tried that the user who makes a request knows or has; counted as answers to challenges are.
   * @throws an error object with status 429
   */
  async attempt(request: RestRequest, work: () => Promise<boolean>): Promise<boolean> {
    const { users, throttles } = this.#parts;
    const user = await users.byId(request.user.id);
    return user !== null && attemptChallenge(throttles, await this.#attempter(user, request), work);
  }

  async #attempter(user: User, { context }: RestRequest): Promise<Attempter> {
    const { sessions, credentials } = this.#parts;
    const current = await sessions.current(context);
    const isOwn = current !== undefined && (await sessions.list(user.id)).some(({ id }) => id === current);
    const address = credentials.http(context)?.remoteAddress ?? '';
    return { account: user.login, address, voucher: isOwn ? current : undefined };
  }
}
