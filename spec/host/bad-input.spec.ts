import { expect } from 'chai';
import type { Host } from '../../host/index.ts';
import { processorTime } from '../support/growth.ts';
import { ask, listening } from './echo.ts';

describe('bad input over HTTP', () => {
  let host: Host;
  let url: string;
  before(async () => {
    ({ host, url } = await listening());
  });
  after(() => host.close());

  const cases: [what: string, path: string, status: number, code?: string][] = [
    ['an unknown route', '/cms-json/t/v1/nothing', 404, 'rest_no_route'],
    ['a path of 10,000 characters', `/cms-json/${'a'.repeat(10_000)}`, 414, 'rest_url_too_long'],
    ['a path of 4,000 characters', `/cms-json/t/v1/${'a/'.repeat(2000)}`, 404, 'rest_no_route'],
    ['a query of 2,000 parameters', `/cms-json/?${'a=1&'.repeat(2000)}`, 400, 'rest_invalid_query'],
    ['a query of 10,000 parameters', `/cms-json/?${'a=1&'.repeat(10_000)}`, 431],
    ['invalid percent-encoding in the path', '/cms-json/%zz', 400, 'rest_invalid_url'],
    ['invalid UTF-8 in the path', '/cms-json/%ff', 400, 'rest_invalid_url'],
    ['invalid percent-encoding in the query', '/cms-json/?a=%', 400, 'rest_invalid_query'],
    ['invalid UTF-8 in the query', '/cms-json/?a=%c3%28', 400, 'rest_invalid_query'],
    ['a query that nests without end', `/cms-json/?a${'[a]'.repeat(1000)}=1`, 400, 'rest_invalid_query'],
    ['invalid percent-encoding outside the interface', '/%zz', 400, 'rest_invalid_url'],
  ];
  for (const [what, path, status, code] of cases) {
    it(`answers ${status} ${code ?? ''} to ${what}`, async () => {
      const answer = await ask(url + path);
      expect(answer.status).to.equal(status);
      if (code === undefined) return;
      expect(answer.json.code).to.equal(code);
      expect(answer.json.data).to.deep.equal({ status });
      expect(answer.text).not.to.match(/\bat .*:\d+:\d+/);
    });
  }

  it('answers all of these at about the cost of a good request', async () => {
    const cost = async (path: string) => {
      const times: number[] = [];
      for (let time = 0; time < 5; time++) times.push(await processorTime(() => ask(url + path)));
      return Math.min(...times);
    };
    await cost('/cms-json/t/v1/echo');
    const good = await cost('/cms-json/t/v1/echo');
    for (const [what, path] of cases) expect(await cost(path), what).to.be.below(10 * good);
  });

  it('answers 404 rest_no_route to a known route with the wrong method', async () => {
    const answer = await ask(`${url}/cms-json/t/v1/slow`, { method: 'DELETE' });
    expect([answer.status, answer.json.code]).to.deep.equal([404, 'rest_no_route']);
  });

  it('answers other methods without failing', async () => {
    for (const method of ['OPTIONS', 'PROPFIND', 'PURGE']) {
      expect((await ask(`${url}/cms-json/t/v1/echo`, { method })).status, method).to.equal(404);
    }
  });

  it('still serves requests after all of that', async () => {
    expect((await ask(`${url}/cms-json/`)).status).to.equal(200);
  });
});
