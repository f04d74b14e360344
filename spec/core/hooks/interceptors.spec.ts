import { expect } from 'chai';
import { type Span, Trace } from '../../../core/trace/index.ts';
import { Cast } from '../../access/cast.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { serve } from '../../support/serve.ts';

const REQUESTS = [
  'GET /posts',
  'GET /posts?_embed&per_page=3',
  'GET /posts?_fields=id,title',
  'GET /posts?search=hello&context=edit',
  'GET /categories',
  'GET /users/me',
  'GET /comments',
  'GET /types/post',
  'OPTIONS /posts',
  'GET /posts/999999',
];

/** The taps that ran in a trace, in the order in which they began, each with its hook. */
function tapsOf(root: Span): string[] {
  const found: { readonly start: number; readonly name: string }[] = [];
  const visit = (span: Span): void => {
    for (const child of span.children) {
      const ran = child.kind === 'tap' && child.reason !== 'it did not run';
      const tap = child.name === child.plugin ? child.name : `${child.plugin}:${child.name}`;
      if (ran) found.push({ start: child.start, name: `${span.name} ${tap}` });
      visit(child);
    }
  };
  visit(root);
  return found.sort((one, other) => one.start - other.start).map(({ name }) => name);
}

describe('an interceptor of tapable on every hook of a generation', () => {
  let site: FullSite;
  let seen: string[] = [];
  const ask = async (request: string): Promise<void> => {
    const [method = '', path = ''] = request.split(' ');
    const user = await new Cast(site.generation, 'administrator').actor();
    await serve(site.generation, method, `/cms/v2${path}`, { user });
  };

  before(async () => {
    site = await buildFullSite();
    // Hooks of names with placeholders exist after their first use.
    for (const request of REQUESTS) await ask(request);
    for (const hook of site.generation.hooks.all()) {
      hook.tapable.intercept({ name: 'spec', tap: (tap) => void seen.push(`${hook.name} ${tap.name}`) });
    }
  });
  after(() => site.close());

  for (const request of REQUESTS) {
    it(`sees every tap that runs for ${request}, in order, and no other`, async () => {
      seen = [];
      await ask(request);
      const untraced = seen;
      seen = [];
      const trace = new Trace(request);
      await trace.run(() => ask(request));
      const traced = tapsOf(trace.root);
      expect(traced).not.to.deep.equal([]);
      expect(seen).to.deep.equal(traced);
      // What is embedded is read side by side, in any order.
      expect(untraced.toSorted()).to.deep.equal(seen.toSorted());
    });
  }

  it('gets the result of a filter', async () => {
    const answers: unknown[] = [];
    site.generation.hooks.get('rest_url').tapable.intercept({ result: (value: unknown) => void answers.push(value) });
    const url = site.generation.server.hooks.filter('rest_url').call('http://example.org/', '/', null, 'rest');
    if (site.generation.hooks.get('rest_url').taps.length === 0) expect(url).to.equal('http://example.org/');
    expect(answers).to.deep.equal([url]);
  });
});
