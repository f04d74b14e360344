import { fileURLToPath } from 'node:url';
import type { Generation } from '../../core/generation.ts';
import { type Logger, type PluginDefinition, type RestResponse, serviceToken } from '../../core/index.ts';
import type { DispatchInput } from '../../core/rest/index.ts';
import type { Settings } from '../config/settings.ts';
import { createHost } from '../create-host.ts';
import { type Clock, createClock } from './clock.ts';
import { createFixtures, type Fixtures } from './fixtures.ts';
import { createRecorder, type HookRecorder } from './recorder.ts';
import { createRoleUsers, type RoleUsers } from './users.ts';

/** A plugin of a test host: a definition, a folder (a path with a slash, or a URL), or the name of a plugin of the host. */
// biome-ignore lint/suspicious/noExplicitAny: plugins of any options.
export type TestPlugin = PluginDefinition<any> | URL | string;

/** The settings of a test host. */
export interface TestHostOptions extends Omit<Settings, 'plugins' | 'port' | 'host' | 'logLevel' | 'now'> {
  /** The plugins that run, together with those that they require. */
  readonly plugins?: readonly TestPlugin[];
  /** Whether all plugins that come with the host run too, as they do on a site. */
  readonly whole?: boolean;
  /** Hooks to record from the start. */
  readonly record?: readonly string[];
  /** The time of the clock; 2026-01-01 at noon, UTC, when left out. */
  readonly now?: Date | number | string;
}

/** A line of a test host's log. */
export interface LogLine {
  readonly level: keyof Logger;
  readonly details: object | string;
  readonly message: string | undefined;
}

/** A host in memory with just the named plugins. */
export interface TestHost {
  readonly generation: Generation;
  readonly users: RoleUsers;
  /** The clock of the site, which `SiteClock` reads. */
  readonly clock: Clock;
  readonly fixtures: Fixtures;
  readonly hooks: HookRecorder;
  /** All lines of the log. */
  readonly log: readonly LogLine[];
  /** Does the jobs that are due by the clock, and those that they schedule for now; answers with their number. */
  runDueJobs(): Promise<number>;
  /** Listens on a free port of this machine, and returns the address; another call returns the same. */
  listen(): Promise<string>;
  /** Dispatches a request without serving it, so without what serving adds to the response. */
  dispatch(input: DispatchInput): Promise<RestResponse>;
  close(): Promise<void>;
}

/** Creates a test host of a plugin, of plugins, or of settings: `await testHost(hello)`, `await testHost([hello, 'posts'])`. */
export async function testHost(given: TestPlugin | readonly TestPlugin[] | TestHostOptions = {}): Promise<TestHost> {
  const { plugins = [], whole = false, record = [], now = '2026-01-01T12:00:00Z', ...settings } = settingsOf(given);
  const clock = createClock(now);
  const log: LogLine[] = [];
  const isName = (plugin: TestPlugin): plugin is string => typeof plugin === 'string' && !/[\\/]/.test(plugin);
  const host = await createHost({
    database: 'sqlite::memory:',
    // So that a spec can say where a client is.
    trustProxy: 1,
    ...settings,
    now: () => clock.now().getTime(),
    log: recordingLog(log),
    plugins: {
      ...(whole ? {} : { only: plugins.filter(isName) }),
      folders: plugins.filter((plugin) => !isName(plugin)).map(folderOf),
      limitDefinitions: true,
    },
  });
  const { generation } = host;
  let address: Promise<string> | undefined;
  try {
    const hooks = createRecorder(generation.hooks);
    const users = await createRoleUsers(generation.services);
    hooks.record(...record);
    return {
      generation,
      users,
      clock,
      fixtures: createFixtures(generation.services),
      hooks,
      log,
      async runDueJobs() {
        const jobs = generation.services.find(serviceToken('jobs'));
        if (jobs === undefined) throw new TypeError('no plugin does jobs here; name "jobs" among the plugins');
        return await jobs.runDue();
      },
      listen() {
        address ??= host.listen(0, '127.0.0.1');
        return address;
      },
      dispatch: (input) => host.dispatch(input),
      close: () => host.close(),
    };
  } catch (error) {
    await host.close();
    throw error;
  }
}

/** What a test host is made of, as settings. */
export function settingsOf(given: TestPlugin | readonly TestPlugin[] | TestHostOptions): TestHostOptions {
  if (Array.isArray(given)) return { plugins: given };
  if (typeof given === 'string' || given instanceof URL || 'setup' in given) return { plugins: [given as TestPlugin] };
  return given as TestHostOptions;
}

const folderOf = (plugin: TestPlugin): string | PluginDefinition =>
  plugin instanceof URL ? fileURLToPath(plugin) : (plugin as string | PluginDefinition);

function recordingLog(lines: LogLine[]): Logger {
  const at = (level: keyof Logger) => (details: object | string, message?: string) =>
    void lines.push({ level, details, message });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
