import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import batch from '../../../plugins/batch/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { samplePlugin, serve } from '../../support/serve.ts';

const sample = samplePlugin((server) => {
  server.registerRoute('t/v1', '/own', { methods: 'GET, POST', callback: () => 'own', allow_batch: { v1: true } });
});

/** The data of the answer of a route, and of a request in a batch, when the hook gives a value. */
async function answersWith(value: unknown): Promise<unknown[]> {
  const early = definePlugin({
    name: 'early',
    version: '1.0.0',
    description: 'Answers in place of a route.',
    setup({ hooks }) {
      hooks
        .filter('rest_pre_dispatch')
        .tap('early', (given, _server, { route }) => (route === '/t/v1/own' ? value : given));
    },
  });
  const generation = await buildTestGeneration([batch, sample, early]);
  const { json } = await serve(generation, 'GET', '/t/v1/own');
  const requests = [{ path: '/t/v1/own', method: 'POST' }];
  const batched = await serve(generation, 'POST', '/batch/v1', { json: { requests } });
  await generation.dispose();
  return [json, batched.json.responses[0].body];
}

describe('an answer in place of a route', () => {
  it('is none where the value is what PHP takes for empty', async () => {
    for (const value of [null, undefined, false, 0, '', '0', []]) {
      expect(await answersWith(value), JSON.stringify(value)).to.eql(['own', 'own']);
    }
  });

  it('is any other value', async () => {
    for (const value of [true, 1, 'text', ' ', [0], {}]) {
      expect(await answersWith(value), JSON.stringify(value)).to.eql([value, value]);
    }
  });
});
