import { readFile } from 'node:fs/promises';
import { type CommandContext, CommandError } from '../../core/index.ts';
import { bisect, type Expectation, type Findings } from '../bisect/bisect.ts';
import { expectAll, expectBody, expectField, expectStatus } from '../bisect/expectation.ts';
import { lineup } from '../bisect/suspects.ts';
import { NotUndoneError, requesting, Trials } from '../bisect/trials.ts';
import { resolveSettings } from '../config/resolve.ts';
import { pluginSettings, type Settings } from '../config/settings.ts';
import { selectPlugins } from '../loading/index.ts';
import { findingsObject, findingsText, nameOf } from './bisect-text.ts';
import { type CommandRequest, REQUEST_FLAGS, readRequest, restRequestOf } from './command-request.ts';
import type { HostlessCommand } from './hostless.ts';

type Context = Omit<CommandContext, 'generation'>;

/** How long building a host or a request may take, in milliseconds. */
const TIMEOUT = 5000;
/** The methods that only read. */
const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'];
const COLUMNS = ['plugin', 'path', 'from', 'to'];

const textOf = (flag: string | boolean | undefined): string | undefined =>
  typeof flag === 'string' ? flag : undefined;

function wholeNumber(flags: Context['flags'], name: string, least: number): number | undefined {
  const text = textOf(flags[name]);
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw new CommandError(`--${name} must be a whole number, at least ${least}; it is "${text}"`);
}

async function savedBody(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`--baseline: ${file} cannot be read as JSON: ${(error as Error).message}`);
  }
}

async function expectationOf(flags: Context['flags']): Promise<Expectation | undefined> {
  const field = textOf(flags['expect-field']);
  const status = wholeNumber(flags, 'expect-status', 100);
  const baseline = textOf(flags.baseline);
  const expectations: Expectation[] = [];
  try {
    if (field !== undefined) expectations.push(expectField(field));
  } catch (error) {
    throw new CommandError(`--expect-field: ${(error as Error).message}`);
  }
  if (status !== undefined) expectations.push(expectStatus(status));
  if (baseline !== undefined) expectations.push(expectBody(await savedBody(baseline)));
  return expectAll(expectations);
}

function checkMethod({ method }: CommandRequest, flags: Context['flags']): void {
  if (READ_METHODS.includes(method) || flags.force === true) return;
  throw new CommandError(
    `${method} may write; with --force it is made on every host and what it stores is undone, ` +
      'but not what plugins do elsewhere: files, mail, other sites',
  );
}

/** Bisects the plugins of settings for a request. */
async function findCulprits(request: CommandRequest, { flags, progress }: Context, settings: Settings) {
  const selection = await selectPlugins(pluginSettings(settings));
  const broken = selection.active.filter((plugin) => plugin.broken !== undefined);
  const plugins = selection.active.filter((plugin) => plugin.broken === undefined);
  const suspected = lineup(plugins, ({ location }) => flags.all === true || !selection.own.has(location));
  const expectation = await expectationOf(flags);
  const trials = new Trials({
    settings: resolveSettings(settings),
    plugins,
    ...requesting((generation) => restRequestOf(request, generation)),
    timeout: wholeNumber(flags, 'timeout', 1) ?? TIMEOUT,
    undone: !READ_METHODS.includes(request.method),
  });
  const start = performance.now();
  if (suspected.suspects.length > 1) progress(`asking hosts with some of ${suspected.suspects.length} plugins …`);
  try {
    const findings = await bisect(trials, suspected, expectation);
    const off = findings.all.idle.filter((plugin) => suspected.suspects.includes(plugin));
    return {
      findings,
      broken,
      off,
      trials,
      expected: expectation !== undefined,
      milliseconds: performance.now() - start,
    };
  } catch (error) {
    if (error instanceof NotUndoneError) throw new CommandError(error.message);
    throw error;
  } finally {
    await trials.dispose();
  }
}

/** Throws a `CommandError` if no host could be asked, for example because the user does not exist. */
function checkAnswered({ all, none, culprits }: Findings): void {
  if (culprits.length > 0 || all.error === undefined || none.error === undefined) return;
  throw new CommandError(all.answer.failure!);
}

/** `doctor bisect REQUEST`: names the plugins that change the answer to a request, and what they change. */
export const doctorBisect: HostlessCommand = {
  name: 'doctor bisect',
  summary: 'Ask hosts with ever fewer plugins, and name the plugin that breaks or changes the answer to a request.',
  args: '<request...>',
  flags: {
    ...REQUEST_FLAGS,
    '--body <json>': 'A JSON body.',
    '--expect-field <path>': 'A field that the answer should have: title.rendered, or title.rendered=Hello.',
    '--expect-status <status>': 'The status that the answer should have.',
    '--baseline <file>': 'A file with the JSON that should be answered.',
    '--all': 'Suspect the plugins that come with the host too, but for those that cannot be switched off.',
    '--force': 'Make a request that may write; what it stores is undone.',
    '--timeout <milliseconds>': `How long a host may take to be built, and to answer (${TIMEOUT}).`,
    '--format <format>': 'How the findings are printed: as text when left out, table, csv or json.',
  },
  async run(context, settings) {
    const { args, flags, print } = context;
    const request = readRequest('tappet doctor bisect', args.request as string[], flags);
    checkMethod(request, flags);
    const { findings, broken, off, trials, expected, milliseconds } = await findCulprits(
      request,
      context,
      await settings(),
    );
    checkAnswered(findings);
    const title = `${request.method} ${request.path}${request.user === undefined ? '' : ` as ${request.user}`}`;
    const volatile = [...trials.volatile];
    if (flags.format === 'json') {
      const notLoaded = broken.map((plugin) => ({ plugin: plugin.definition.name, message: plugin.broken!.message }));
      return print(JSON.stringify({ ...findingsObject(title, findings), volatile, broken: notLoaded }));
    }
    if (flags.format !== undefined) {
      const rows = findings.culprits.flatMap(({ plugin, changes }) =>
        changes.map((change) => ({ plugin: plugin.definition.name, ...change })),
      );
      return context.printRows(COLUMNS, rows);
    }
    for (const line of findingsText(title, findings, expected, flags.all === true)) print(line);
    if (off.length > 0) print(`Off, and so not asked: ${off.map(nameOf).join(', ')}`);
    for (const plugin of broken) print(`Left out, for it cannot be loaded: ${plugin.broken!.message}`);
    if (volatile.length > 0) print(`What changes by itself was not looked at: ${volatile.join(', ')}`);
    print(`${trials.hosts} hosts were asked in ${(milliseconds / 1000).toFixed(2)} s.`);
  },
};
