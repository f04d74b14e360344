import { expect } from 'chai';
import prettyJson from '../../plugins/pretty-json/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { samplePlugin, serve } from '../support/serve.ts';

const sample = samplePlugin((server) => server.registerRoute('t/v1', '/item', { callback: () => ({ a: [1] }) }));

describe('the pretty-json plugin', () => {
  it('indents by four spaces when _pretty is there', async () => {
    const generation = await buildTestGeneration([prettyJson, sample]);
    expect((await serve(generation, 'GET', '/t/v1/item?_pretty')).text).to.equal('{\n    "a": [\n        1\n    ]\n}');
    expect((await serve(generation, 'GET', '/t/v1/item')).text).to.equal('{"a":[1]}');
  });

  it('is gone without the plugin: JSON stays on one line', async () => {
    const generation = await buildTestGeneration([sample]);
    expect((await serve(generation, 'GET', '/t/v1/item?_pretty')).text).to.equal('{"a":[1]}');
  });
});
