import { CommandError } from '../../core/index.ts';
import { NotUndoneError } from '../bisect/trials.ts';
import { siteOf } from '../build.ts';
import { compat, type Verdict } from '../compat/compat.ts';
import { FAMILIES } from '../compat/families/index.ts';
import type { Family } from '../compat/step.ts';
import { resolveSettings } from '../config/resolve.ts';
import { pluginSettings } from '../config/settings.ts';
import { selectPlugins } from '../loading/index.ts';
import type { HostlessCommand } from './hostless.ts';

/** The brand that existing clients require. */
const CLIENT_BRAND = 'wp';
/** How long building a host, and all steps, may take, in milliseconds. */
const TIMEOUT = 30_000;

function chosen(name: string | boolean | undefined, writes: boolean): Family[] {
  const families = FAMILIES.filter((family) => name === undefined || family.name === name);
  if (families.length === 0) {
    throw new CommandError(`there is no family "${name}"; there are ${FAMILIES.map((one) => one.name).join(', ')}`);
  }
  return families.map((family) => ({
    ...family,
    steps: family.steps.filter((step) => writes || step.writes !== true),
  }));
}

function* textOf({ family, failing }: Verdict): Generator<string> {
  const outcome = failing.length === 0 ? 'works' : 'would fail';
  yield `${family.name} (${family.clients}): ${outcome}, ${family.steps.length - failing.length} of ${family.steps.length} steps work`;
  for (const { step, fault, cause } of failing) {
    yield `  ${step.does}: ${step.why}`;
    yield `    ${fault.request}: expected ${fault.expected}, got ${fault.got}`;
    yield `    ${cause}`;
  }
}

const objectOf = ({ family, failing }: Verdict) => ({
  family: family.name,
  clients: family.clients,
  steps: family.steps.length,
  failing: failing.map(({ step, fault, cause }) => ({ does: step.does, why: step.why, ...fault, cause })),
});

/** `compat`: makes the requests of known clients to this site, and says which would fail, why, and because of which plugin. */
export const compatibility: HostlessCommand = {
  name: 'compat',
  summary:
    'Play what clients do against this site with its plugins, and tell what would fail, why, and what is the cause.',
  flags: {
    '--family <name>': `One family of clients alone: ${FAMILIES.map(({ name }) => name).join(', ')}.`,
    '--user <user>': 'The login or the id of the administrator who signs in (1).',

    '--all': 'Suspect the plugins that come with the host too.',
    '--format <format>': 'How it is printed: as text when left out, or json.',
  },
  async run({ flags, print, progress }, read) {
    const settings = await read();
    const families = chosen(flags.family, settings.write === true);
    const { brand } = siteOf(resolveSettings(settings));
    if (brand.name !== CLIENT_BRAND) {
      for (const { name, clients } of families) print(`${name} (${clients}): would fail`);
      throw new CommandError(
        `the brand is "${brand.name}", and every client has wp-json, ${CLIENT_BRAND}/v2 and X-WP- written into it: ` +
          `none works unchanged; serve with --brand=${CLIENT_BRAND}, and ask with it`,
      );
    }
    progress(`playing ${families.length} families of clients …`);
    const selection = await selectPlugins(pluginSettings(settings));
    const who = typeof flags.user === 'string' ? flags.user : '1';
    const site = { settings, selection, who, all: flags.all === true, timeout: TIMEOUT };
    const verdicts = await compat(families, site).catch((error: unknown) => {
      throw error instanceof NotUndoneError ? new CommandError(error.message) : error;
    });
    if (flags.format === 'json') print(JSON.stringify(verdicts.map(objectOf)));
    else {
      for (const verdict of verdicts) for (const line of textOf(verdict)) print(line);
      if (settings.write !== true) print('Nothing was written; --write plays what clients write too, and undoes it.');
    }
    const failing = verdicts.filter((verdict) => verdict.failing.length > 0).length;
    if (failing > 0) throw new CommandError(`${failing} of ${verdicts.length} families of clients would fail`);
  },
};
