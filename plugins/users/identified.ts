import type { RequestContext } from '../../core/index.ts';
import type { User } from './user.ts';

class Identified {
  user: User | undefined;
}

const of = (context: RequestContext): Identified => context.memo(Identified, () => new Identified());

/**
 * Stores the user who was read to authenticate a request, so that the loader of users need not read that user again.
 */
export function leaveIdentified(context: RequestContext, user: User): void {
  of(context).user = user;
}

/** Takes the stored user of a request, if it has this id. The user can be taken only once. */
export function takeIdentified(context: RequestContext, id: number): User | undefined {
  const identified = of(context);
  const { user } = identified;
  identified.user = undefined;
  return user?.id === id ? user : undefined;
}
