/** Runs in the worker of an isolated plugin: loads the plugin, sets it up, and calls its functions for the host. */
import { MessageChannel, parentPort, workerData } from 'node:worker_threads';
import { definePlugin, isRestResponse, type Logger, type PluginDefinition } from '../../core/index.ts';
import { optionsOf } from '../../core/plugin/index.ts';
import { createSourceLoader } from '../loading/source.ts';
import { createAsk, logDetails } from './ask-host.ts';
import { denyModules } from './deny-modules.ts';
import type { FromWorker, Outcome, Registration, SetupInput, TapRecord, ToWorker, WorkerStart } from './messages.ts';
import {
  type Crossing,
  errorOf,
  errorState,
  fromCrossing,
  post,
  type RequestLink,
  toCrossing,
  watchResponse,
} from './values.ts';
import { createWorkerHost, createWorkerServer, Functions } from './worker-host.ts';

const start = workerData as WorkerStart;
const host = parentPort!;
const functions = new Functions();
const awaited = new Map<number, (outcome: Outcome) => void>();
const { port1, port2 } = new MessageChannel();
const flag = new Int32Array(new SharedArrayBuffer(4));

const send = (message: FromWorker): void => post(host, message);

const ask = createAsk(port1, flag, async (id) => {
  const outcome = await new Promise<Outcome>((resolve) => awaited.set(id, resolve));
  if ('error' in outcome) throw errorOf(outcome.error as never);
  return (outcome as { value: unknown }).value;
});

const link: RequestLink = {
  can: (call, args) => ask({ ask: 'can', call, args }) === true,
  cookie: (call, name) => ask({ ask: 'cookie', call, name }) as string | undefined,
};

const at = (level: keyof Logger) => (details: object | string, message?: string) =>
  send({ type: 'log', level, details: logDetails(details), ...(message === undefined ? {} : { message }) });
const log: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };

async function load(): Promise<PluginDefinition> {
  const importing = await createSourceLoader();
  denyModules(start.denied, start.network);
  const { default: exported } = await importing(start.entry);
  return definePlugin(exported as PluginDefinition);
}

/** The data of a definition. */
function described({ setup, options, hooks, ...data }: PluginDefinition): object {
  return { ...data, hooks: hooks === undefined ? undefined : {} };
}

async function setUp(definition: PluginDefinition, input: SetupInput): Promise<TapRecord[]> {
  const taps: TapRecord[] = [];
  const options = optionsOf(definition, start.location, input.options);
  await definition.setup(createWorkerHost(definition.name, input, { ask, log, functions, taps }), options);
  return taps;
}

/** Calls a function of the plugin; returns its result, or the changes to a response that it was given and has changed. */
async function call(fn: number, given: readonly unknown[]): Promise<unknown> {
  const crossings = given as readonly Crossing[];
  const args = crossings.map((crossing) => fromCrossing(crossing, link));
  const registered: Registration[] = [];
  // Only `rest_api_init` has the server as its only argument.
  const isRegistering = crossings.length === 1 && crossings[0]![0] === 'server';
  if (isRegistering) args[0] = createWorkerServer(registered, functions);
  const [first] = args;
  const changed = isRestResponse(first) ? watchResponse(first) : undefined;
  const answer = await functions.get(fn)(...args);
  if (isRegistering) return registered;
  return changed !== undefined && (answer === undefined || answer === first) ? changed() : toCrossing(answer);
}

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: errorState(error) };
  }
}

const loading = load();
loading.catch(() => undefined);

host.on('message', async (message: ToWorker) => {
  switch (message.type) {
    case 'ping':
      send({ type: 'pong', id: message.id });
      break;
    case 'settled':
      awaited.get(message.id)?.(message.outcome);
      awaited.delete(message.id);
      break;
    case 'setup':
      send({
        type: 'result',
        id: message.id,
        outcome: await outcomeOf(async () => setUp(await loading, message.input)),
      });
      break;
    case 'call':
      send({ type: 'result', id: message.id, outcome: await outcomeOf(() => call(message.fn, message.args)) });
  }
});

const loaded = await outcomeOf(async () => described(await loading));
host.postMessage({ type: 'loaded', outcome: loaded, port: port2, flag } satisfies FromWorker, [port2]);
