import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { PluginDefinition } from '../../core/index.ts';
import { createHost, type HostSettings } from '../../host/index.ts';
import { firstPartyPlugins } from '../support/full-site.ts';
import { PROBES, Probed, sample } from './probes.ts';

const definitions = await firstPartyPlugins();

/** The plugins that need what is not here, a WordPress, a store of files or Redis; their own specs run them beside one. */
const BESIDE_OTHERS: readonly string[] = ['media-s3', 'redis', 'wordpress-login', 'wordpress-writes'];

const names = definitions.map(({ name }) => name).filter((name) => !BESIDE_OTHERS.includes(name));

/** The opt-in plugins. */
const OPT_IN = definitions.filter(({ name, optIn }) => optIn === true && names.includes(name)).map(({ name }) => name);

/** How many plugins may require one that is switched off together with others; more would take away too much with it. */
const FEW = 6;

const requirementsOf = ({ requires = {} }: PluginDefinition): string[] => Object.keys(requires);

/** The plugins that require a plugin, directly or indirectly, in order. */
function dependentsOf(name: string): string[] {
  const found = new Set([name]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const each of definitions) if (requirementsOf(each).some((other) => found.has(other))) found.add(each.name);
  }
  found.delete(name);
  return [...found].sort();
}

describe('plugins that configuration switches off', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-disabled-'));
  });
  after(() => rm(folder, { recursive: true }));

  const settings = (disabled: readonly string[]): HostSettings => ({
    database: 'sqlite::memory:',
    logLevel: 'silent',
    debug: true,
    plugins: { disabled, folders: [sample], required: OPT_IN.filter((name) => !disabled.includes(name)) },
    options: {
      media: { folder },
      passwords: { cost: 10 },
      'password-policy': { minLength: 4 },
      compression: { threshold: 1 },
      // A port at which nothing listens.
      upstream: { url: 'http://127.0.0.1:9', namespaces: ['php/v1'], index: false },
    },
  });

  /** The plugins whose behaviour a host without some plugins shows. */
  async function behaving(disabled: readonly string[]): Promise<string[]> {
    const host = await createHost(settings(disabled));
    try {
      const url = await host.listen(0, '127.0.0.1');
      await host.generation.server.hooks.action('host_listening').promise(url, () => undefined);
      const site = new Probed(host, url);
      const shown: string[] = [];
      for (const [name, probe] of Object.entries(PROBES)) if (await probe(site)) shown.push(name);
      return shown;
    } finally {
      await host.close();
    }
  }

  it('all have a probe of their behaviour', () => {
    expect(Object.keys(PROBES)).to.have.members(names);
  });

  it('behave as they say when none is switched off', async () => {
    expect(await behaving([])).to.have.members(names);
  });

  const removesOnlyItsOwn = async (off: readonly string[]) =>
    expect(await behaving(off)).to.have.members(names.filter((each) => !off.includes(each)));

  const isGrouped = (name: string) => dependentsOf(name).length <= FEW;
  for (const group of gridOf(names.filter(isGrouped))) {
    it(`remove only their own behaviour, many at once: ${group.join(', ')}`, () =>
      removesOnlyItsOwn([...new Set(group.flatMap((name) => [name, ...dependentsOf(name)]))]));
  }

  for (const name of names.filter((each) => !isGrouped(each))) {
    const dependents = dependentsOf(name);
    it(`remove only their own behaviour: ${name}, with what requires it (${dependents.join(', ')})`, () =>
      removesOnlyItsOwn([name, ...dependents]));
  }

  for (const name of names.filter((each) => dependentsOf(each).length > 0)) {
    it(`stop the start while others require them: ${name}`, async () => {
      const refusal = await createHost(settings([name])).then(
        (host) => host.close(),
        (error: Error) => error.message,
      );
      const direct = definitions.filter((each) => requirementsOf(each).includes(name));
      const named = direct.filter((each) => `${refusal}`.includes(`plugin "${each.name}" requires "${name}"`));
      expect(named, String(refusal)).to.have.lengthOf(1);
    });
  }
});

/**
 * The rows and columns of a square of names: any two of them are apart in a row or in a column, so that what one of them
 * takes away from another is seen.
 */
function gridOf(all: readonly string[]): string[][] {
  const side = Math.ceil(Math.sqrt(all.length));
  const lines = Array.from({ length: side }, (_, line) => [
    all.filter((_name, at) => Math.floor(at / side) === line),
    all.filter((_name, at) => at % side === line),
  ]);
  return lines.flat().filter((line) => line.length > 0);
}
