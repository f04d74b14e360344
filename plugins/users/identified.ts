import type { RequestContext } from '../../core/index.ts';
import type { User } from './user.ts';

class Identified {
  user: User | undefined;
}

const of = (context: RequestContext): Identified => context.memo(Identified, () => new Identified());

/** Leaves a user, who has just been read to find out that a request is theirs, for the loader of users. */
export function leaveIdentified(context: RequestContext, user: User): void {
  of(context).user = user;
}

/** Takes the user who was left for a request, if it is this one; there is none a second time. */
export function takeIdentified(context: RequestContext, id: number): User | undefined {
  const identified = of(context);
  const { user } = identified;
  identified.user = undefined;
  return user?.id === id ? user : undefined;
}
