import { type Guest, runPlugin } from './run.ts';
import type { Sandbox } from './sandbox-globals.ts';

/** Runs a plugin in a sandbox without Node.js. */
export function start(load: () => Promise<{ readonly default?: unknown }>, sandbox: Sandbox): void {
  const { native, call, events, limit } = sandbox;
  const port = { send: (text: string) => call('send', text), ask: (text: string) => call('ask', text), limit };
  const guest: Guest = runPlugin(load, port, (error) => {
    const { name, message } = (error ?? {}) as Error;
    if (name === 'InternalError' && message === 'out of memory') call('exhausted');
  });
  Object.assign(globalThis, { console: guest.console });
  native.receive = (kind, text) => {
    if (kind === 'message') guest.receive(text);
    else if (kind === 'timer') events.timer(Number(text));
    else events.fetched(Number(kind), text);
  };
}
