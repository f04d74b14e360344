import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { PluginDefinition } from '../../core/index.ts';
import { createHost, type HostSettings } from '../../host/index.ts';
import { firstPartyPlugins } from '../support/full-site.ts';
import { PROBES, Probed, sample } from './probes.ts';

const definitions = await firstPartyPlugins();
const names = definitions.map(({ name }) => name);

/** The opt-in plugins. */
const OPT_IN = definitions.filter(({ optIn }) => optIn === true).map(({ name }) => name);

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
    options: { media: { folder }, passwords: { cost: 10 }, 'password-policy': { minLength: 4 } },
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

  for (const name of names) {
    const dependents = dependentsOf(name);
    const others = dependents.length === 0 ? '' : `, with what requires it (${dependents.join(', ')})`;
    it(`remove only their own behaviour: ${name}${others}`, async () => {
      const off = [name, ...dependents];
      expect(await behaving(off)).to.have.members(names.filter((each) => !off.includes(each)));
    });

    if (dependents.length === 0) continue;
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
