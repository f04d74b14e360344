import { expect } from 'chai';
import fc from 'fast-check';
import { createBrand } from '../../../../core/site/index.ts';
import { openApiDocument } from '../../../../plugins/openapi/document.ts';
import { buildFullSite, type FullSite } from '../../../support/full-site.ts';
import { serve } from '../../../support/serve.ts';
import { type Contradiction, contradictionsOf } from './contradictions.ts';
import { type FuzzRequest, operationsOf, requestsOf } from './requests.ts';

/** How many requests are sent: `npm run fuzz` sends 20,000. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 300);
const SEED = Number(process.env.FUZZ_SEED ?? 1);

describe('requests that the OpenAPI document allows, and broken ones', () => {
  let site: FullSite;
  let arbitrary: fc.Arbitrary<FuzzRequest>;
  let contradiction: Contradiction;

  before(async () => {
    site = await buildFullSite({ site: { debug: true, brand: createBrand() } });
    const { server } = site.generation;
    const document = openApiDocument(server, server.hooks, 'http://localhost/cms-json');
    arbitrary = requestsOf(document, operationsOf(document));
    contradiction = contradictionsOf(document);
  });
  after(() => site.close());

  it(`get no failure and no answer that contradicts it (${REQUESTS} requests)`, async function () {
    this.timeout(0);
    const found = new Map<string, string>();
    /** How many answers there were of each status, and of each failure. */
    const statuses: Record<string, number> = {};
    const send = async (request: FuzzRequest) => {
      const user = request.role === undefined ? undefined : site.users[request.role]!.user;
      const { method, path } = request.operation;
      const answer = await serve(site.generation, method, request.path, { user, json: request.json });
      const status = answer.status < 500 ? `${answer.status}` : `${answer.status} ${answer.json?.code}`;
      statuses[status] = (statuses[status] ?? 0) + 1;
      const what = contradiction(request, answer);
      if (what === undefined) return;
      const sent = `${method} ${request.path} as ${request.role ?? 'nobody'} ${JSON.stringify(request.json) ?? ''}`;
      const key = `${method} ${path} ${what.slice(0, 60)}`;
      if (!found.has(key)) found.set(key, `${sent}\n  ${what}`);
    };
    await fc.assert(fc.asyncProperty(arbitrary, send), { numRuns: REQUESTS, seed: SEED });
    if (process.env.FUZZ_REQUESTS !== undefined) console.log(statuses);
    if (found.size > 0) throw new Error([...found.values()].join('\n'));
    expect(statuses[200]).to.be.greaterThan(REQUESTS / 10);
    expect(statuses[400]).to.be.greaterThan(REQUESTS / 50);
  });
});
