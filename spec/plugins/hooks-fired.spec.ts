import { expect } from 'chai';
import { idlePluginManager } from '../access/plugin-manager.ts';
import { readFixture } from '../support/fixtures.ts';
import { buildFullSite, type FullSite } from '../support/full-site.ts';
import { concreteName, fire, revisionsMayGo } from '../support/hooks/fire.ts';
import { FIRINGS, type Firing, STORED } from '../support/hooks/firing.ts';
import { strangeParameters } from '../support/hooks/parameters.ts';
import { recordHooks } from '../support/hooks/recorder.ts';
import { serve } from '../support/serve.ts';

interface FieldHook {
  readonly name: string;
  readonly kind: 'filter' | 'action';
  readonly params: readonly string[];
}

const FIELD: readonly FieldHook[] = readFixture('hooks.json').hooks;

describe('the hooks of the field', () => {
  const recorder = recordHooks([...FIELD.map(({ name }) => concreteName(name)), ...Object.keys(STORED)]);
  let site: FullSite;
  let building: ReadonlyMap<string, readonly (readonly unknown[])[]>;

  before(async () => {
    site = await buildFullSite({ more: [recorder.plugin, revisionsMayGo, idlePluginManager] });
    await serve(site.generation, 'GET', '/cms/v2/posts', { user: site.users.admin!.user });
    building = new Map(FIELD.map(({ name }) => [concreteName(name), recorder.callsOf(concreteName(name))]));
  });
  after(() => site.close());

  async function callsAfter(firing: Firing, name: string): Promise<readonly (readonly unknown[])[]> {
    if (firing === 'build') return building.get(name) ?? [];
    await fire(site, firing, () => recorder.clear());
    return recorder.callsOf(name);
  }

  const expectFired = async (name: string, params: readonly string[], firing: Firing) => {
    const calls = await callsAfter(firing, name);
    expect(calls, 'it does not fire').to.not.eql([]);
    for (const call of calls) expect(strangeParameters(params, call), 'parameters that are something else').to.eql([]);
  };

  for (const { name, params } of FIELD) {
    it(`${name} fires with ${params.join(', ')}`, async () => {
      const firing = FIRINGS[name];
      expect(firing, 'nothing says what fires it').to.not.equal(undefined);
      await expectFired(concreteName(name), params, firing!);
    });
  }

  for (const [name, { params, by }] of Object.entries(STORED)) {
    it(`${name} fires with ${params.join(', ')}`, () => expectFired(name, params, by));
  }

  it('are declared, each of its kind', () => {
    const declared = new Map(site.generation.hooks.list().map((listing) => [listing.name, listing.declaration]));
    // An attachment is of a content type, and its hooks are those of content types.
    const patternOf = (name: string) => (declared.has(name) ? name : name.replace(/attachment$/, '{post_type}'));
    const wrong = FIELD.filter(({ name, kind }) => declared.get(patternOf(name))?.kind !== kind).map(
      ({ name }) => name,
    );
    expect(wrong).to.eql([]);
  });
});
