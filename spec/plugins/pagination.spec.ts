import { expect } from 'chai';
import { RestResponse } from '../../core/index.ts';
import pagination from '../../plugins/pagination/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { samplePlugin, serve } from '../support/serve.ts';

const base = 'http://localhost/cms-json/t/v1/items?per_page=2&search=a%26b';

const sample = samplePlugin((server) => {
  server.registerRoute('t/v1', '/items', {
    callback: (request) => {
      const response = new RestResponse([]);
      const [page, totalPages, previous] = String(request.getParam('at')).split('/').map(Number);
      response.pagination = { total: 5, totalPages: totalPages!, page: page!, previous, base };
      return response;
    },
  });
  server.registerRoute('t/v1', '/item', { callback: () => ({ id: 1 }) });
});

describe('the pagination plugin', () => {
  const generation = buildTestGeneration([pagination, sample]);
  const headersAt = async (at: string, method = 'GET') =>
    (await serve(await generation, method, `/t/v1/items?at=${at}`)).headers;

  it('adds totals on GET and HEAD', async () => {
    for (const method of ['GET', 'HEAD']) {
      expect(await headersAt('1/3', method)).to.include({ 'X-CMS-Total': '5', 'X-CMS-TotalPages': '3' });
    }
  });

  it('links the pages before and after, previous first, with the arguments of the request', async () => {
    expect((await headersAt('2/3')).Link).to.equal(`<${base}&page=1>; rel="prev", <${base}&page=3>; rel="next"`);
  });

  it('links only the page after on the first, only the page before on the last, and none on a single one', async () => {
    expect((await headersAt('1/3')).Link).to.equal(`<${base}&page=2>; rel="next"`);
    expect((await headersAt('3/3')).Link).to.equal(`<${base}&page=2>; rel="prev"`);
    expect(await headersAt('1/1')).to.not.have.property('Link');
  });

  it('links the last page as the one before any page past the end', async () => {
    expect((await headersAt('9/3')).Link).to.equal(`<${base}&page=3>; rel="prev"`);
    expect((await headersAt('2/0')).Link).to.equal(`<${base}&page=0>; rel="prev"`);
  });

  it('links the page before that the answer names', async () => {
    expect((await headersAt('9/3/8')).Link).to.equal(`<${base}&page=8>; rel="prev"`);
  });

  it('works for internal dispatch too', async () => {
    const response = await (await generation).server.dispatch('/t/v1/items?at=1/3');
    expect(response.headers).to.include({ 'X-CMS-TotalPages': '3' });
  });

  it('leaves other answers alone', async () => {
    const { headers } = await serve(await generation, 'GET', '/t/v1/item');
    expect(headers).to.not.have.any.keys('X-CMS-Total', 'X-CMS-TotalPages', 'Link');
  });

  it('is gone without the plugin: lists come without totals and links', async () => {
    const { status, headers } = await serve(await buildTestGeneration([sample]), 'GET', '/t/v1/items?at=2/3');
    expect(status).to.equal(200);
    expect(headers).to.not.have.any.keys('X-CMS-Total', 'X-CMS-TotalPages', 'Link');
  });
});
