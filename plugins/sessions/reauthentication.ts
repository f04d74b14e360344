import { isRestError, type RestRequest } from '../../core/index.ts';
import type { Credentials } from '../../core/rest/index.ts';
import type { SiteClock } from '../options/index.ts';
import type { Throttles } from '../throttles/index.ts';
import type { User, UserStore } from '../users/index.ts';
import { type Attempter, attemptChallenge, attemptPassword } from './attempts.ts';
import type { Session, Sessions } from './sessions.ts';

/** The services that asking users again needs. */
export interface ReauthenticationParts {
  readonly sessions: Sessions;
  readonly users: UserStore;
  readonly throttles: Throttles;
  readonly clock: SiteClock;
  readonly credentials: Credentials;
}

/** Who is to prove again who they are, and from where. */
export interface Claimant {
  readonly userId: number;
  readonly address: string;
  /** The session of the browser, if there is one. */
  readonly session: Session | undefined;
}

/** How long users count as just signed in, in seconds. */
const RECENT = 3600;

/** Asks users who are signed in for proof again. Attempts are counted with those to sign in. */
export class Reauthentication {
  readonly #parts: ReauthenticationParts;

  constructor(parts: ReauthenticationParts) {
    this.#parts = parts;
  }

  /** The user who makes a request of the interface. */
  async claimant({ user, context }: RestRequest): Promise<Claimant> {
    const { sessions, credentials } = this.#parts;
    const address = credentials.http(context)?.remoteAddress ?? '';
    return { userId: user.id, address, session: await sessions.of(context) };
  }

  /** Whether somebody acts in a session of theirs that began within the last hour. */
  async isRecent({ userId, session }: Claimant): Promise<boolean> {
    const { sessions, clock } = this.#parts;
    if (session?.userId !== userId) return false;
    const found = (await sessions.list(userId)).find(({ id }) => id === sessions.idOf(session));
    return found !== undefined && found.created > clock.now().getTime() / 1000 - RECENT;
  }

  /** Whether a text is somebody's password. @throws an error object with status 429 or 503 */
  async isPassword(claimant: Claimant, password: string): Promise<boolean> {
    const { users, throttles } = this.#parts;
    const user = await users.byId(claimant.userId);
    if (user === null || password === '') return false;
    const found = await attemptPassword(
      throttles,
      attempterOf(user, claimant),
      () => users.authenticate(user.login, password),
      (answer) => !isRestError(answer),
    );
    return !isRestError(found) && found.id === user.id;
  }

  /**
   * Has something else tried that somebody knows or has; counted as answers to challenges are.
   * @throws an error object with status 429
   */
  async attempt(claimant: Claimant, work: () => Promise<boolean>): Promise<boolean> {
    const { users, throttles } = this.#parts;
    const user = await users.byId(claimant.userId);
    return user !== null && attemptChallenge(throttles, attempterOf(user, claimant), work);
  }
}

const attempterOf = ({ login }: User, { userId, address, session }: Claimant): Attempter => ({
  account: login,
  address,
  voucher: session?.userId === userId ? session.token : undefined,
});
