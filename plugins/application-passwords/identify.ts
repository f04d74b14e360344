import type { HttpInfo } from '../../core/base/index.ts';
import type { MaybePromise, RequestContext, RestError, RestRequest } from '../../core/index.ts';
import { leaveIdentified } from '../users/index.ts';
import { type AuthenticationParts, authenticate } from './authenticate.ts';
import { readBasic } from './basic.ts';
import { errors } from './errors.ts';
import { type Scope, withoutHash } from './store.ts';

/** The outcome of checking the application password of a request. */
interface Outcome {
  /** The application password that identified the user. */
  uuid?: string;
  scope?: Scope;
  refusal?: RestError;
}

/** The services for identifying a user, and whether application passwords may be used on a connection. */
type IdentifyingParts = AuthenticationParts & { readonly isAvailable: (http: HttpInfo | undefined) => boolean };

/** The methods that an application password for reading may be used with. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const KEY = Symbol('application-passwords');

const outcomeOf = (context: RequestContext): Outcome => context.memo<Outcome>(KEY, () => ({}));

/** The UUID of the application password that a request was made with; undefined without one. */
export const authenticatedApplicationPassword = (context: RequestContext): string | undefined =>
  context.memoized<Outcome>(KEY)?.uuid;

/**
 * Identifies the user of a request by HTTP Basic. Wrong credentials are refused on every route
 * by `checkOutcome`; other schemes are left to other plugins.
 * @returns the user's id, or what came before when the request has no such credentials
 */
export function identify(
  userId: number | false,
  request: RestRequest,
  parts: IdentifyingParts,
): MaybePromise<number | false> {
  const credentials = userId ? undefined : readBasic(request.getHeader('Authorization'));
  return credentials === undefined ? userId : identifyBy(credentials, request, parts);
}

async function identifyBy(
  credentials: NonNullable<ReturnType<typeof readBasic>> | null,
  request: RestRequest,
  parts: IdentifyingParts,
): Promise<number | false> {
  const { hooks, store, isAvailable } = parts;
  const outcome = outcomeOf(request.context);
  const { http } = request.context;
  if (!isAvailable(http)) {
    outcome.refusal = errors.application_passwords_disabled();
    return false;
  }
  const identified = credentials === null ? null : await authenticate(credentials, http?.remoteAddress ?? '', parts);
  if (identified === null) {
    outcome.refusal = errors.incorrect_password();
    hooks.action('application_password_failed_authentication').call(request);
    return false;
  }
  const { user, item } = identified;
  await store.recordUse(user.id, item, http?.remoteAddress ?? null);
  outcome.uuid = item.uuid;
  outcome.scope = item.scope;
  await hooks.action('application_password_did_authenticate').promise(user, withoutHash(item));
  leaveIdentified(request.context, user);
  return user.id;
}

/** Decides by the outcome of a request's application password: refused, confirmed, or left open. */
export function checkOutcome(result: RestError | true | null, request: RestRequest): RestError | true | null {
  const outcome = request.context.memoized<Outcome>(KEY);
  if (result || outcome === undefined) return result;
  if (outcome.scope === 'read' && !READING.has(request.method)) return errors.application_password_scope();
  return outcome.refusal ?? (outcome.uuid === undefined ? result : true);
}
