import { expect } from 'chai';
import {
  CAPABILITIES,
  type Capability,
  definePlugin,
  type HookListing,
  type PluginHooks,
} from '../../../core/index.ts';
import { exampleName } from '../../../plugins/hook-reference/example.ts';
import { LIVES } from '../../../plugins/hook-reference/lives.ts';
import { buildFullSite, type FullSite, firstPartyPlugins } from '../../support/full-site.ts';
import { fire } from '../../support/hooks/fire.ts';

type AnyHooks = {
  filter(name: string): { tap(options: object, fn: () => void): void };
} & Pick<PluginHooks, 'declared'>;

describe('the lives by which the reference of hooks tells what fires before and after', () => {
  let site: FullSite;
  let fired: string[] = [];
  const seen: Record<string, string[]> = {};

  /** Notes every hook of the site when it first fires. */
  const noting = definePlugin({
    name: 'noting',
    version: '1.0.0',
    description: 'Notes in which order hooks fire.',
    capabilities: [...Object.keys(CAPABILITIES), 'routes:*'] as Capability[],
    setup({ hooks }) {
      const any = hooks as unknown as AnyHooks;
      for (const { name } of any.declared()) {
        const note = () => void (fired.includes(name) || fired.push(name));
        any.filter(exampleName(name)).tap({ name: 'noting', stage: -1e6 }, note);
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
  });
  after(() => site.close());

  for (const { of, hooks } of LIVES) {
    it(`tell in which order hooks first fire in ${of}`, () => expect(hooks).to.deep.equal(seen[of]));
  }

  it('are those of building and of a request that reads and one that writes', () => {
    expect(LIVES.map(({ of }) => of)).to.deep.equal(Object.keys(seen));
    const declared = new Set(site.generation.hooks.list().map(({ name }: HookListing) => name));
    expect(LIVES.flatMap(({ hooks }) => hooks).filter((name) => !declared.has(name))).to.deep.equal([]);
  });
});
