import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { serve } from '../../support/serve.ts';

const never = () => new Promise<never>(() => undefined);
const late = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 150, { late: true });
  });

const slow = definePlugin({
  name: 'slow',
  version: '1.0.0',
  description: 'Takes its time.',
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('slow', (server) => {
      const permission_callback = () => true;
      server.registerRoute('t/v1', '/never', { callback: never, permission_callback });
      server.registerRoute('t/v1', '/undecided', { callback: () => 1, permission_callback: never });
      server.registerRoute('t/v1', '/late', { callback: late, permission_callback });
      server.registerRoute('t/v1', '/patient', { callback: late, permission_callback, timeout: 0 });
    });
  },
});

describe('a route whose callback takes too long', () => {
  const ask = async (path: string) => {
    const generation = await buildTestGeneration([slow], { routeTimeout: 50 });
    const { status, json } = await serve(generation, 'GET', `/t/v1${path}`);
    const failures = generation.failures.map(
      ({ plugin, hook, error }) => `${plugin}, ${hook}: ${(error as Error).message}`,
    );
    return { status, json, failures };
  };

  it('answers 503 rest_route_timed_out, and is recorded with its plugin', async () => {
    for (const path of ['/never', '/late']) {
      const { status, json, failures } = await ask(path);
      expect([status, json.code, json.data.plugin]).to.deep.equal([503, 'rest_route_timed_out', 'slow']);
      expect(failures).to.deep.equal([`slow, callback of /t/v1${path}: it did not answer within 50 ms`]);
    }
  });

  it('refuses when it is the permission check', async () => {
    const { status, failures } = await ask('/undecided');
    expect(status).to.equal(503);
    expect(failures[0]).to.include('permission of /t/v1/undecided');
  });

  it('may have its own timeout', async () => {
    expect(await ask('/patient')).to.deep.equal({ status: 200, json: { late: true }, failures: [] });
  });
});
