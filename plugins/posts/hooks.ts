import { postRouteHooks } from './controller/hooks.ts';
import { permalinkHooks } from './permalinks/hooks.ts';
import { postStoreHooks } from './store/hooks.ts';

/** The hooks that items fire: in their store, their addresses and their routes. */
export const postHooks = { ...postStoreHooks, ...permalinkHooks, ...postRouteHooks };
