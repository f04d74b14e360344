import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { createHost, type Host } from '../../../host/index.ts';

describe('/openapi.json', () => {
  let host: Host;
  let url: string;
  let written = 0;
  const counting = definePlugin({
    name: 'counting',
    version: '1.0.0',
    description: 'Counts documents.',
    setup({ hooks }) {
      hooks.filter('openapi_document').tap('counting', (document) => ({ ...document, 'x-number': ++written }));
    },
  });

  before(async () => {
    const plugins = { only: ['openapi'], folders: [counting] };
    host = await createHost({ logLevel: 'silent', database: 'sqlite::memory:', plugins });
    url = await host.listen(0, '127.0.0.1');
  });
  after(() => host.close());

  const ask = (headers: Record<string, string> = {}) => fetch(`${url}/openapi.json`, { headers });

  it('is written when it is first requested, once for a generation', async () => {
    expect(written).to.equal(0);
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(written).to.equal(1);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).to.equal(1);
    await host.reload();
    const document = (await (await ask()).json()) as Record<string, unknown>;
    expect(document['x-number']).to.equal(2);
  });

  it('is JSON that pages elsewhere may read', async () => {
    const { status, headers } = await ask();
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.match(/^application\/json/);
    expect(headers.get('access-control-allow-origin')).to.equal('*');
  });

  it('is not sent to a client that has it', async () => {
    const tag = (await ask()).headers.get('etag')!;
    const known = await ask({ 'If-None-Match': `"other", W/${tag}` });
    expect([known.status, await known.text(), known.headers.get('etag')]).to.deep.equal([304, '', tag]);
    expect((await ask({ 'If-None-Match': '"other"' })).status).to.equal(200);
  });

  it('is there for a site without content', async () => {
    const { paths } = (await (await ask()).json()) as { paths: unknown };
    expect(paths).to.deep.equal({});
  });
});
