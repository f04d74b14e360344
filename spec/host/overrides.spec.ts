import { expect } from 'chai';
import { silentLogger } from '../../core/base/index.ts';
import { hookList } from '../../host/cli/hook-list.ts';
import { createHost, definePlugin, type Host, type HostSettings, type RestResponse } from '../../host/index.ts';
import { runDefinition } from '../support/run-command.ts';

const stamping = definePlugin({
  name: 'stamping',
  version: '1.0.0',
  description: 'Answers at /t/v1/item, and stamps every answer.',
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('stamping', (server) => {
      server.registerRoute('t/v1', '/item', {
        callback: () => ({ id: 1, name: 'x' }),
        permission_callback: () => true,
      });
    });
    hooks.filter('rest_post_dispatch').tap('stamping', (response) => stamped(response, 'by the plugin'));
  },
});

function stamped(response: RestResponse, stamp: string): RestResponse {
  response.data = { ...(response.data as object), stamp };
  return response;
}

describe('overrides of taps that createHost is given', () => {
  let host: Host | undefined;
  afterEach(() => host?.close());

  /** The answer of a host with these overrides to `/t/v1/item?_fields=id`. */
  async function answer(overrides: Record<string, unknown>) {
    const hooks = { rest_post_dispatch: overrides } as HostSettings['hooks'];
    host = await createHost({
      logLevel: 'silent',
      plugins: { only: ['allow-header', 'fields'], folders: [stamping] },
      hooks,
    });
    const response = await fetch(`${await host.listen(0, '127.0.0.1')}/cms-json/t/v1/item?_fields=id`);
    return { allow: response.headers.get('allow'), own: response.headers.get('x-own'), body: await response.json() };
  }

  /** The taps that `hook list rest_post_dispatch` prints. */
  async function listed(): Promise<string[]> {
    const { generation } = host!;
    const args = { name: 'rest_post_dispatch' };
    const printed = await runDefinition(hookList(host!), generation, args);
    return printed.flatMap((text) => text.split('\n').slice(2)).map((line) => line.trim());
  }

  const ALLOW = 'allow-header (stage -10)';
  const FIELDS = 'fields (stage -10, after allow-header)';

  it('may be none: every tap has the position of its plugin', async () => {
    const body = { id: 1, stamp: 'by the plugin' };
    expect(await answer({})).to.deep.equal({ allow: 'GET', own: null, body });
    expect(await listed()).to.deep.equal([`1. ${ALLOW}`, `2. ${FIELDS}`, '3. stamping (stage 0)']);
  });

  it('drop only one tap', async () => {
    const body = { id: 1, stamp: 'by the plugin' };
    expect(await answer({ 'allow-header': false })).to.deep.equal({ allow: null, own: null, body });
    expect(await listed()).to.deep.equal([
      `1. ${FIELDS}`,
      '2. stamping (stage 0)',
      '- allow-header (stage -10, dropped by configuration)',
    ]);
  });

  it('move a tap: fields are narrowed down after the stamp', async () => {
    expect(await answer({ fields: { stage: 20 } })).to.deep.equal({ allow: 'GET', own: null, body: { id: 1 } });
    expect(await listed()).to.deep.equal([
      `1. ${ALLOW}`,
      '2. stamping (stage 0)',
      '3. fields (stage 20, after allow-header, moved by configuration)',
    ]);
  });

  it('replace a tap by a function', async () => {
    const body = { id: 1, stamp: 'by configuration' };
    const replacement = (response: RestResponse) => stamped(response, 'by configuration');
    expect(await answer({ stamping: replacement })).to.deep.equal({ allow: 'GET', own: null, body });
    expect((await listed())[2]).to.equal('3. stamping (stage 0, replaced by configuration)');
  });

  it('add a tap of their own, under a name that no plugin has', async () => {
    const own = (response: RestResponse) => {
      response.headers['X-Own'] = '1';
      return response;
    };
    expect((await answer({ 'my-own': own })).own).to.equal('1');
    expect((await listed()).at(-1)).to.match(/^4\. .*my-own \(stage 0, added by configuration\)$/);
  });

  it('do all of that at once, as in a configuration file', async () => {
    const own = (response: RestResponse) => stamped(response, 'my own');
    const overrides = { 'allow-header': false, fields: { stage: 20 }, 'my-own': own };
    expect(await answer(overrides)).to.deep.equal({ allow: null, own: null, body: { id: 1 } });
    expect((await listed()).map((line) => line.replace(/ \(.*/, ''))).to.deep.equal([
      '1. stamping',
      '2. configuration:my-own',
      '3. fields',
      '- allow-header',
    ]);
  });

  /** The error with which a host with these overrides does not start. */
  async function refusal(hooks: Record<string, unknown>): Promise<string> {
    const starting = createHost({
      logLevel: 'silent',
      plugins: { only: ['fields'], disabled: ['cors'], folders: [stamping] },
      hooks: hooks as HostSettings['hooks'],
    });
    return starting.then(
      async (started) => {
        await started.close();
        return 'it started';
      },
      (error: Error) => error.message,
    );
  }

  const refused: [fact: string, hooks: Record<string, unknown>, line: string][] = [
    [
      'a hook that nobody declares',
      { rest_post_dispath: { fields: false } },
      'hooks.rest_post_dispath: there is no hook "rest_post_dispath"; did you mean "rest_post_dispatch"?',
    ],
    [
      'a hook by its pattern',
      { 'deprecated_{what}': { fields: false } },
      'hooks.deprecated_{what}: name one hook, with its placeholders filled',
    ],
    [
      'a plugin that is not there',
      { rest_post_dispatch: { 'feelds:narrow': { stage: 1 } } },
      'hooks.rest_post_dispatch.feelds:narrow: there is no plugin "feelds"; did you mean "fields:narrow"?',
    ],
    [
      'a plugin that is like no other',
      { rest_post_dispatch: { 'something-else': false } },
      'hooks.rest_post_dispatch.something-else: there is no plugin "something-else"; take it out',
    ],
  ];
  for (const [fact, hooks, line] of refused) {
    it(`stop the start when they name ${fact}`, async () => {
      expect(await refusal(hooks)).to.equal(line);
    });
  }

  it('are accepted when their plugin is disabled', async () => {
    expect(await refusal({ rest_post_dispatch: { cors: false } })).to.equal('it started');
  });

  it('that match no tap are logged, and do not stop the start', async () => {
    const warnings: string[] = [];
    const log = { ...silentLogger, warn: (_: object, line: string) => void warnings.push(line) };
    host = await createHost({
      log,
      plugins: { only: [], folders: [stamping] },
      hooks: { rest_post_dispatch: { 'stamping:stmp': false }, rest_url: { stamping: { stage: 1 } } },
    });
    expect(warnings).to.deep.equal([
      'hooks.rest_post_dispatch.stamping:stmp changes nothing, for there is no such tap; did you mean "stamping:stamping"?',
      'hooks.rest_url.stamping changes nothing, for there is no such tap; tappet hook list rest_url shows those there are',
    ]);
  });
});
