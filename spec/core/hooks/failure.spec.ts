import { expect } from 'chai';
import { definePlugin, RestError } from '../../../core/index.ts';
import { buildTestGeneration, type TestGenerationOptions } from '../../support/generation.ts';
import { samplePlugin, serve } from '../../support/serve.ts';

const sample = samplePlugin((server) => {
  server.registerRoute('t/v1', '/items', { callback: () => ({ ok: true }), permission_callback: () => true });
});

type Setup = Parameters<typeof definePlugin>[0]['setup'];
const failing = (setup: Setup) => definePlugin({ name: 'failing', version: '1.0.0', description: 'Fails.', setup });

const ask = async (setup: Setup, options?: TestGenerationOptions) => {
  const generation = await buildTestGeneration([sample, failing(setup)], options);
  return { generation, answer: await serve(generation, 'GET', '/t/v1/items') };
};

describe('a tap that throws', () => {
  it('fails the request closed on a hook that decides, with a code that names the plugin', async () => {
    const { answer } = await ask(({ hooks }) =>
      hooks.filter('rest_authentication_errors').tap('failing', () => {
        throw new Error('secret detail');
      }),
    );
    expect(answer.status).to.equal(500);
    expect(answer.json.code).to.equal('rest_plugin_failing_failed');
    expect(answer.text).not.to.include('secret detail');
  });

  it('is skipped on a hook that decorates, and the value before it is used', async () => {
    const { generation, answer } = await ask(({ hooks }) => {
      hooks.filter('rest_post_dispatch').tapPromise({ stage: 1 }, async () => {
        throw new Error('secret detail');
      });
      hooks
        .filter('rest_post_dispatch')
        .tap({ name: 'next', stage: 2 }, (response) => response.header('X-Next', 'ran'));
    });
    expect(answer.status).to.equal(200);
    expect(answer.json).to.deep.equal({ ok: true });
    expect(answer.headers['X-Next']).to.equal('ran');
    expect(generation.failures.map(({ hook, plugin }) => [hook, plugin])).to.deep.equal([
      ['rest_post_dispatch', 'failing'],
    ]);
  });

  it('is described to clients when debug is on', async () => {
    const { answer } = await ask(
      ({ hooks }) =>
        hooks.filter('rest_pre_dispatch').tap('failing', () => {
          throw new Error('the detail');
        }),
      { site: { debug: true } },
    );
    expect(answer.text).to.include('the detail');
  });

  it('refuses with the error object that it throws on a hook that decides', async () => {
    const { answer } = await ask(({ hooks }) =>
      hooks.filter('rest_pre_dispatch').tap('failing', () => {
        throw new RestError('closed', 'Closed today.', { status: 503 });
      }),
    );
    expect(answer.status).to.equal(503);
    expect(answer.json.code).to.equal('closed');
  });

  it('is named in the log with its hook and plugin', async () => {
    const lines: object[] = [];
    const nothing = () => undefined;
    const log = {
      debug: nothing,
      info: nothing,
      warn: nothing,
      error: (details: object | string) => void lines.push(details as object),
    };
    await ask(
      ({ hooks }) =>
        hooks.filter('rest_post_dispatch').tap('failing', () => {
          throw new Error('gone');
        }),
      { log },
    );
    expect(lines).to.have.lengthOf(1);
    expect(lines[0]).to.include({ hook: 'rest_post_dispatch', plugin: 'failing' });
  });
});
