import { addGlobals, type Events } from './globals.ts';
import { caller, type Native } from './native.ts';

/** What the script of a plugin finds in a sandbox before it runs. */
interface Given {
  native?: Native;
  limit?: number;
  network?: boolean;
}

/** The way out of a sandbox, for what runs beside the plugin. */
export interface Sandbox {
  readonly native: Native;
  readonly call: ReturnType<typeof caller>;
  readonly events: Events;
  readonly limit: number;
}

function takeGiven(): Sandbox {
  const given = globalThis as Given;
  const native = given.native!;
  const limit = given.limit!;
  const call = caller(native);
  const events = addGlobals(call, given.network === true);
  for (const name of ['native', 'limit', 'network'] as const) delete given[name];
  return { native, call, events, limit };
}

/** Made before any other module runs, since core uses some of the globals when it is loaded. */
export const sandbox: Sandbox = takeGiven();
