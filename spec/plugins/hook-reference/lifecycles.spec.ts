import { expect } from 'chai';
import { CAPABILITIES } from '../../../core/base/index.ts';
import type { HookListing } from '../../../core/hooks/index.ts';
import { type Capability, definePlugin, RequestContext } from '../../../core/index.ts';
import { exampleName } from '../../../plugins/hook-reference/example.ts';
import { LIFECYCLES } from '../../../plugins/hook-reference/lifecycles.ts';
import { Cast } from '../../access/cast.ts';
import { buildFullSite, type FullSite, firstPartyPlugins } from '../../support/full-site.ts';
import { anyHook } from '../../support/hooks/any-hook.ts';
import { fire } from '../../support/hooks/fire.ts';

describe('the lifecycles by which the reference of hooks shows what fires before and after', () => {
  let site: FullSite;
  let fired: string[] = [];
  const seen: Record<string, string[]> = {};
  /** The hooks that a list fires which comes by HTTP, and one that is dispatched within another request. */
  let [served, within]: [string[], string[]] = [[], []];

  /** Records every hook of the site when it first fires. */
  const noting = definePlugin({
    name: 'noting',
    version: '1.0.0',
    description: 'Records in which order hooks fire.',
    capabilities: [...Object.keys(CAPABILITIES), 'routes:*'] as Capability[],
    setup({ hooks }) {
      for (const { name } of hooks.declared()) {
        const record = () => void (fired.includes(name) || fired.push(name));
        anyHook(hooks, exampleName(name)).tap({ name: 'recording', stage: -1e6 }, record);
      }
    },
  });

  before(async () => {
    const names = (await firstPartyPlugins()).map(({ name }) => name);
    site = await buildFullSite({ more: [{ ...noting, after: names }] });
    // Then the spec's own users are made.
    seen['the first start of a host'] = fired.slice(0, fired.indexOf('user_register'));
    await fire(site, ['GET /posts']);
    for (const [life, request] of [
      ['GET /cms/v2/posts', 'GET /posts'],
      ['POST /cms/v2/posts', 'POST /posts {"title":"New","status":"publish"}'],
    ] as const) {
      await fire(site, [request], () => {
        fired = [];
      });
      seen[life] = [...fired];
    }
    await fire(site, ['GET /posts'], () => {
      fired = [];
    });
    served = [...fired];
    const { server } = site.generation;
    const context = new RequestContext({ user: await new Cast(site.generation, 'administrator').actor() });
    const request = server.toRequest('/cms/v2/posts', context);
    fired = [];
    await server.responseToData(await server.dispatchAndFilter(request), request);
    within = fired;
  });
  after(() => site.close());

  for (const { of, hooks } of LIFECYCLES) {
    it(`list in which order hooks first fire in ${of}`, () => expect(hooks).to.deep.equal(seen[of]));
  }

  it('tell the hooks that requests within another one fire from those that they do not', () => {
    const outer = site.generation.hooks.list().filter(({ declaration }: HookListing) => declaration.inner === false);
    const names = new Set(outer.map(({ name }) => name));
    expect(within.filter((name) => names.has(name))).to.deep.equal([]);
    expect(served.filter((name) => !within.includes(name) && !names.has(name))).to.deep.equal([]);
    expect(served.filter((name) => names.has(name)).length).to.be.above(10);
  });

  it('are those of building and of a request that reads and one that writes', () => {
    expect(LIFECYCLES.map(({ of }) => of)).to.deep.equal(Object.keys(seen));
    const declared = new Set(site.generation.hooks.list().map(({ name }: HookListing) => name));
    expect(LIFECYCLES.flatMap(({ hooks }) => hooks).filter((name) => !declared.has(name))).to.deep.equal([]);
  });
});
