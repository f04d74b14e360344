import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { definePlugin, type PluginDefinition, PluginHooks, RestResponse } from '../../../core/index.ts';
import { hookTypes } from '../../../host/hook-types.ts';
import { importSource } from '../../../host/loading/source.ts';
import { checkPlugins } from '../../../host/plugin-check/index.ts';
import { exampleName } from '../../../plugins/hook-reference/example.ts';
import { type HookEntry, hookReference } from '../../../plugins/hook-reference/reference.ts';
import { idlePluginManager } from '../../access/plugin-manager.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { fire, revisionsMayGo } from '../../support/hooks/fire.ts';
import { FIRINGS, STORED } from '../../support/hooks/firing.ts';

/** A plugin of all examples, as its author would write it after the reference. */
function sourceOf(entries: readonly HookEntry[]): string {
  const owners = new Set(entries.map(({ owner }) => owner).filter((owner) => owner !== 'core'));
  const needs = new Set(entries.flatMap((entry) => entry.needs));
  return `import { definePlugin } from 'tappet';

export default definePlugin({
  name: 'my-plugin',
  version: '1.0.0',
  description: 'Every example of the reference.',
  requires: { ${[...owners].map((owner) => `'${owner}': '*'`).join(', ')} },
  capabilities: [${[...needs].map((need) => `'${need}'`).join(', ')}],
  setup({ hooks, log }) {
${entries.map(({ example }) => `    ${example.replaceAll('\n', '\n    ')}\n`).join('')}  },
});
`;
}

type Tap = (options: unknown, fn: (...args: unknown[]) => unknown) => void;
interface AnyHook {
  tap: Tap;
  tapPromise: Tap;
  for(value: string): AnyHook;
  readonly name: string;
}

/** Hooks whose taps are counted as they run. */
function counted(hooks: PluginHooks, ran: Map<string, number>): PluginHooks {
  const counting = (hook: AnyHook): AnyHook => {
    const count =
      (tap: 'tap' | 'tapPromise'): Tap =>
      (options, fn) =>
        hook[tap](options, (...args) => {
          ran.set(hook.name, (ran.get(hook.name) ?? 0) + 1);
          return fn(...args);
        });
    return {
      name: hook.name,
      tap: count('tap'),
      tapPromise: count('tapPromise'),
      for: (value) => counting(hook.for(value)),
    };
  };
  const ask = (kind: 'filter' | 'action') => (name: string) =>
    counting((hooks[kind] as unknown as (name: string) => AnyHook).call(hooks, name));
  return { filter: ask('filter'), action: ask('action') } as unknown as PluginHooks;
}

/** A value of a type as the reference writes it. */
const sampleOf = (type: string): unknown => {
  if (type === 'string') return 'text';
  if (type === 'number') return 1;
  if (type === 'boolean') return true;
  if (type === 'User') return { id: 1, roles: [] };
  if (type === 'RestResponse') return new RestResponse({});
  if (type === 'HttpApplication') return { use: () => undefined };
  if (type.endsWith('[]')) return [];
  if (type.startsWith('Map<')) return new Map();
  return {};
};

describe('the examples of the reference of hooks', () => {
  let folder: string;
  let entries: HookEntry[];
  let site: FullSite;
  const ran = new Map<string, number>();
  const failures = () => site.generation.failures.filter(({ plugin }) => plugin === 'my-plugin');

  before(async () => {
    const first = await buildFullSite();
    entries = hookReference(new PluginHooks(first.generation.hooks, 'spec'), hookTypes);
    await first.close();
    folder = join(mkdtempSync(join(tmpdir(), 'tappet-examples-')), 'my-plugin');
    mkdirSync(folder);
    writeFileSync(join(folder, 'README.md'), '# my-plugin\n');
    writeFileSync(join(folder, 'index.ts'), sourceOf(entries));
    const { default: examples } = (await importSource(join(folder, 'index.ts'))) as { default: PluginDefinition };
    const counting = definePlugin({
      ...examples,
      setup: (host, options) => examples.setup({ ...host, hooks: counted(host.hooks, ran) }, options),
    });
    site = await buildFullSite({ more: [counting, revisionsMayGo, idlePluginManager] });
  });
  after(async () => {
    rmSync(join(folder, '..'), { recursive: true });
    await site?.close();
  });

  it('are one for every hook, typed', () => {
    expect(entries.length).to.be.above(200);
    expect(entries.filter(({ name }) => hookTypes.of(name) === undefined)).to.deep.equal([]);
  });

  it('compile, and say what they require and which capabilities they need', async () => {
    const [checked] = await checkPlugins([folder]);
    expect(checked!.findings).to.deep.equal([]);
  });

  it('run when their hooks fire, and none fails', async () => {
    const firings = [...Object.values(FIRINGS), ...Object.values(STORED).map(({ by }) => by)];
    for (const firing of new Set(firings)) if (firing !== 'build') await fire(site, firing);
    expect(failures()).to.deep.equal([]);
    expect(ran.size, 'examples that requests ran').to.be.above(150);
  });

  it('run of the other hooks too, which are fired by hand', async () => {
    for (const { name } of entries.filter(({ name }) => !ran.has(exampleName(name)))) {
      const hook = site.generation.hooks.get(exampleName(name));
      const values = (hookTypes.of(name) ?? []).map(sampleOf);
      await hook.call(...values);
    }
    expect(entries.map(({ name }) => exampleName(name)).filter((name) => !ran.has(name))).to.deep.equal([]);
    expect(failures()).to.deep.equal([]);
  });
});
