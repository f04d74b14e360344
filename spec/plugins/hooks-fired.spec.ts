import { expect } from 'chai';
import { definePlugin } from '../../core/index.ts';
import { Cast } from '../access/cast.ts';
import { idlePluginManager } from '../access/plugin-manager.ts';
import { Browser } from '../support/browser.ts';
import { readFixture } from '../support/fixtures.ts';
import { buildFullSite, type FullSite } from '../support/full-site.ts';
import { ABSENT, FIRINGS, type Firing, STORED } from '../support/hooks/firing.ts';
import { strangeParameters } from '../support/hooks/parameters.ts';
import { recordHooks } from '../support/hooks/recorder.ts';
import { serve } from '../support/serve.ts';

interface FieldHook {
  readonly name: string;
  readonly kind: 'filter' | 'action';
  readonly params: readonly string[];
}

const FIELD: readonly FieldHook[] = readFixture('hooks.json').hooks;

/** A hook of its own for each placeholder: that of posts, of categories, of one variable. */
const concrete = (name: string): string =>
  name.replace('{post_type}', 'post').replace('{taxonomy}', 'category').replace('{key}', 'orderBy');

/** An image of one pixel. */
const IMAGE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const IMAGE_HEADERS = { 'content-type': 'image/gif', 'content-disposition': 'attachment; filename="dot.gif"' };

/** Lets whoever may do anything else delete revisions, which nobody may by themselves. */
const revisionsMayGo = definePlugin({
  name: 'revisions-may-go',
  version: '1.0.0',
  description: 'Lets revisions be deleted.',
  requires: { roles: '^0.1.0' },
  setup: ({ hooks }) =>
    hooks
      .filter('map_meta_cap')
      .tap({ stage: 100 }, (caps, cap) =>
        cap === 'delete_post' && caps[0] === 'do_not_allow' ? ['delete_posts'] : caps,
      ),
});

describe('the hooks of the field', () => {
  const recorder = recordHooks([...FIELD.map(({ name }) => concrete(name)), ...Object.keys(STORED)]);
  let site: FullSite;
  let building: ReadonlyMap<string, readonly (readonly unknown[])[]>;

  before(async () => {
    site = await buildFullSite({ more: [recorder.plugin, revisionsMayGo, idlePluginManager] });
    await serve(site.generation, 'GET', '/cms/v2/posts', { user: site.users.admin!.user });
    building = new Map(FIELD.map(({ name }) => [concrete(name), recorder.callsOf(concrete(name))]));
  });
  after(() => site.close());

  /** Makes the requests of a hook, by an administrator unless they say otherwise; later ones use what the last answered. */
  async function fire(requests: readonly string[]): Promise<void> {
    const cast = new Cast(site.generation, 'administrator');
    const user = await cast.actor();
    const filled = await Promise.all(requests.map((request) => cast.fill(request)));
    recorder.clear();
    let last: Record<string, unknown> = {};
    for (const request of filled) {
      const told = request.replace(/\{(\w+)\}/g, (whole, name) => String(last[name] ?? whole));
      const [, anonymous, method = '', path = '', body] = /^(anonymous )?([A-Z]+) (\S*)(?: (.+))?$/.exec(told)!;
      const file = body === 'file' ? { raw: IMAGE, headers: IMAGE_HEADERS } : {};
      const json = body === undefined || body === 'file' ? undefined : JSON.parse(body);
      const init = { ...(anonymous === undefined ? { user } : {}), ...file, json };
      last = (await serve(site.generation, method, path === '//' ? '/' : `/cms/v2${path}`, init)).json;
    }
  }

  async function callsAfter(firing: Firing, name: string): Promise<readonly (readonly unknown[])[]> {
    if (firing === 'build') return building.get(name) ?? [];
    if (firing === 'page') {
      recorder.clear();
      await new Browser(site.generation).page('GET', '/');
    } else await fire(firing);
    return recorder.callsOf(name);
  }

  const expectFired = async (name: string, params: readonly string[], firing: Firing) => {
    const calls = await callsAfter(firing, name);
    expect(calls, 'it does not fire').to.not.eql([]);
    for (const call of calls) expect(strangeParameters(params, call), 'parameters that are something else').to.eql([]);
  };

  for (const { name, params } of FIELD.filter(({ name }) => !Object.hasOwn(ABSENT, name))) {
    it(`${name} fires with ${params.join(', ')}`, async () => {
      const firing = FIRINGS[name];
      expect(firing, 'nothing says what fires it').to.not.equal(undefined);
      await expectFired(concrete(name), params, firing!);
    });
  }

  for (const [name, { params, by }] of Object.entries(STORED)) {
    it(`${name} fires with ${params.join(', ')}`, () => expectFired(name, params, by));
  }

  it('are declared, each of its kind, but for those of families that are not there', () => {
    const declared = new Map(site.generation.hooks.list().map((listing) => [listing.name, listing.declaration]));
    // An attachment is of a content type, and its hooks are those of content types.
    const patternOf = (name: string) => (declared.has(name) ? name : name.replace(/attachment$/, '{post_type}'));
    const wrong = FIELD.filter(({ name, kind }) => declared.get(patternOf(name))?.kind !== kind).map(
      ({ name }) => name,
    );
    expect(wrong).to.eql(Object.keys(ABSENT));
  });
});
