import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { hookExplain } from '../../host/cli/hook-explain.ts';
import { hookList } from '../../host/cli/hook-list.ts';
import { hookShow } from '../../host/cli/hook-show.ts';
import { readSettings } from '../../host/config/index.ts';
import { createHost, definePlugin, type Host, type HostSettings, type TapOptions } from '../../host/index.ts';
import { runDefinition } from '../support/run-command.ts';

const stamper = (name: string, wish: TapOptions = {}, more: Partial<Parameters<typeof definePlugin>[0]> = {}) =>
  definePlugin({
    name,
    version: '1.0.0',
    description: 'Stamps.',
    setup: ({ hooks }) => hooks.filter('rest_post_dispatch').tap(wish, (response) => response),
    ...more,
  });

const PLUGINS = [
  stamper('apple', { before: 'pear' }),
  stamper('pear', { stage: -20 }),
  stamper('quince', { after: ['feilds', 'rest-index', 'jsonp'] }),
  stamper('rowan', {}, { requires: { quince: '^1.0.0' } }),
];

const CONFIG = `export default {
  plugins: { only: ['allow-header', 'fields', 'rest-index'], disabled: ['jsonp'] },
  hooks: { rest_post_dispatch: {
    'allow-header': false,
    fields: { stage: 20, timeout: 50 },
    rowan: (response) => response,
    'fields:two': { stage: 1 },
    'my-own': (response) => response,
  } },
};`;

describe('the commands that show hooks', () => {
  let host: Host;
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-hooks-'));
    writeFileSync(join(folder, 'tappet.config.ts'), CONFIG);
    const settings = await readSettings({ environment: {}, folder });
    host = await createHost({ ...settings, logLevel: 'silent', plugins: { ...settings.plugins, folders: PLUGINS } });
  });
  after(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
  });

  const lines = async (make: typeof hookShow, name: string, flags: Record<string, string> = {}) =>
    (await runDefinition(make(host), host.generation, { name }, flags)).join('\n').split('\n');
  const refusal = (make: typeof hookShow, name: string, flags: Record<string, string> = {}) =>
    lines(make, name, flags).then(
      () => 'none',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  describe('hook show', () => {
    it('prints the declaration, and of each tap its position, its code and what configuration changed', async () => {
      const setting = `${folder}/tappet.config.ts: hooks.rest_post_dispatch`;
      expect(await lines(hookShow, 'rest_post_dispatch')).to.deep.equal([
        'rest_post_dispatch(response, server, request)  async filter of core',
        '  Adjusts an answer before it is sent or embedded.',
        '  decorates: a tap that throws is skipped; needs requests; section 6',
        '  1. apple  definition of "apple"',
        '     stage 0, before pear',
        '  2. pear  definition of "pear"',
        '     stage -20',
        '  3. quince  definition of "quince"',
        '     stage 0, after feilds, after rest-index, after jsonp',
        '  4. rowan  definition of "rowan"',
        '     stage 0, promise',
        `     replaced by ${setting}.rowan`,
        '  5. configuration:my-own',
        '     stage 0, promise',
        `     added by ${setting}.my-own`,
        '  6. fields  plugins/fields',
        '     stage 20, after allow-header, timeout 50 ms; its plugin says stage -10, after allow-header',
        `     moved by ${setting}.fields`,
        '  - allow-header  plugins/allow-header',
        '     stage -10, promise',
        `     dropped by ${setting}.allow-header`,
        `  ${setting}.fields:two changes nothing; there is no such tap`,
      ]);
    });

    it('prints the same as JSON', async () => {
      const shown = JSON.parse((await lines(hookShow, 'rest_post_dispatch', { format: 'json' })).join(''));
      expect(shown.declarations).to.deep.equal([
        {
          name: 'rest_post_dispatch',
          owner: 'core',
          kind: 'filter',
          timing: 'async',
          params: ['response', 'server', 'request'],
          meaning: 'Adjusts an answer before it is sent or embedded.',
          section: '6',
          decides: false,
          value: null,
          timeout: null,
          needs: ['requests'],
        },
      ]);
      expect(shown.taps.map((tap: { tap: string; order: number | null }) => [tap.tap, tap.order])).to.deep.equal([
        ['apple', 1],
        ['pear', 2],
        ['quince', 3],
        ['rowan', 4],
        ['my-own', 5],
        ['fields', 6],
        ['allow-header', null],
      ]);
      expect(shown.taps[5]).to.deep.equal({
        hook: 'rest_post_dispatch',
        order: 6,
        plugin: 'fields',
        tap: 'fields',
        stage: 20,
        before: [],
        after: ['allow-header'],
        timeout: 50,
        type: 'sync',
        pure: false,
        code: 'plugins/fields',
        configuration: 'moved',
        setting: `${folder}/tappet.config.ts: hooks.rest_post_dispatch.fields`,
        collected: { stage: -10, before: [], after: ['allow-header'], timeout: null },
      });
      expect(shown.idle_overrides).to.deep.equal([`${folder}/tappet.config.ts: hooks.rest_post_dispatch.fields:two`]);
    });

    it('prints the fields that --fields names', async () => {
      expect(await lines(hookShow, 'rest_post_dispatch', { format: 'csv', fields: 'tap,configuration' })).to.deep.equal(
        [
          'tap,configuration',
          ...['apple,', 'pear,', 'quince,', 'rowan,replaced', 'my-own,added', 'fields,moved', 'allow-header,dropped'],
        ],
      );
      expect(await refusal(hookShow, 'rest_post_dispatch', { fields: 'tap,stages' })).to.equal(
        'CommandError: there is no field "stages"; did you mean "stage"?',
      );
    });

    it('says that overrides of a program came with createHost', async () => {
      const hooks = { rest_post_dispatch: { apple: false } } as HostSettings['hooks'];
      const other = await createHost({ logLevel: 'silent', plugins: { only: [], folders: [PLUGINS[0]!] }, hooks });
      const shown = await runDefinition(hookShow(other), other.generation, { name: 'rest_post_dispatch' });
      await other.close();
      expect(shown.join('\n')).to.include('dropped by createHost: hooks.rest_post_dispatch.apple');
    });
  });

  describe('hook explain', () => {
    it('names the constraint, the stage or the order of setting up that decided the position of each tap', async () => {
      const setting = `${folder}/tappet.config.ts: hooks.rest_post_dispatch`;
      expect(await lines(hookExplain, 'rest_post_dispatch')).to.deep.equal([
        'rest_post_dispatch(response, server, request)  async filter of core',
        '  1. apple',
        '  2. pear',
        '     after apple: apple says before: pear',
        '  3. quince',
        '     after pear: its stage 0 is above -20',
        '  4. rowan',
        '     after quince: the same stage, and rowan is set up later: it requires quince',
        '  5. configuration:my-own',
        '     after rowan: the same stage, and taps of the configuration come last',
        '  6. fields',
        `     after configuration:my-own: its stage 20 is above 0, by ${setting}.fields`,
        `  - allow-header: dropped by ${setting}.allow-header`,
        '  quince says after: feilds, which matches no tap: there is no such plugin; did you mean "fields"?',
        '  quince says after: rest-index, which matches no tap: it does not tap this hook',
        '  quince says after: jsonp, which matches no tap: it is switched off',
        '  fields says after: allow-header, which matches no tap: its tap was dropped',
      ]);
    });

    it('prints a row for each edge in a list', async () => {
      const rows = JSON.parse((await lines(hookExplain, 'rest_post_dispatch', { format: 'json' })).join(''));
      expect(rows[0]).to.deep.equal({
        hook: 'rest_post_dispatch',
        earlier: 'apple',
        later: 'pear',
        edge: 'before',
        source: 'apple',
        why: 'apple says before: pear',
      });
      expect(rows.map(({ edge }: { edge: string }) => edge)).to.deep.equal([
        ...['before', 'stage', 'collected', 'collected', 'stage'],
        ...['none', 'none', 'none', 'none'],
      ]);
    });
  });

  it('refuse a name that is not declared, naming the nearest', async () => {
    for (const make of [hookShow, hookExplain, hookList]) {
      expect(await refusal(make, 'rest_post_dispach')).to.equal(
        'CommandError: there is no hook "rest_post_dispach"; did you mean "rest_post_dispatch"?',
      );
    }
  });

  it('say when a hook has no taps', async () => {
    expect(await lines(hookShow, 'rest_url_prefix')).to.include('  nothing taps it');
    expect(await lines(hookExplain, 'rest_url_prefix')).to.include('  nothing taps it');
  });
});

describe('the commands that show hooks, for a name with a placeholder,', () => {
  let host: Host;
  before(async () => {
    const tapping = definePlugin({
      name: 'tapping',
      version: '1.0.0',
      description: 'Taps.',
      requires: { posts: '^0.1.0', terms: '^0.1.0' },
      setup({ hooks }) {
        hooks.filter('rest_prepare_post').tap({ name: 'one', stage: 3 }, (response) => response);
        hooks.filter('rest_prepare_post').tap({ name: 'two' }, (response) => response);
      },
    });
    const plugins = { only: [], folders: [tapping] };
    host = await createHost({ database: 'sqlite::memory:', logLevel: 'silent', plugins });
  });
  after(() => host.close());

  const text = async (make: typeof hookShow, name: string) =>
    (await runDefinition(make(host), host.generation, { name })).join('\n');

  const TAPS = '  1. tapping:two\n  2. tapping:one\n     after tapping:two: its stage 3 is above 0';

  it('accept a concrete name, and show every declaration that it matches', async () => {
    const explained = await text(hookExplain, 'rest_prepare_post');
    expect(explained).to.include('rest_prepare_{post_type}(response, post, request)  async filter of posts');
    expect(explained).to.include('rest_prepare_{taxonomy}(response, term, request)  async filter of terms');
    expect(explained).to.include(`\nrest_prepare_post\n${TAPS}`);
    expect(await text(hookShow, 'rest_prepare_post')).to.include('\nrest_prepare_post\n  1. tapping:two  definition');
  });

  it('accept the declared name, and show every hook of it', async () => {
    expect(await text(hookExplain, 'rest_prepare_{post_type}')).to.include(`\nrest_prepare_post\n${TAPS}`);
    expect(await text(hookList, 'rest_prepare_{post_type}')).to.include('  rest_prepare_post\n  1. tapping:two');
  });

  it('name the nearest hook with taps for one without', async () => {
    expect(await text(hookShow, 'rest_prepare_pots')).to.include('nothing taps it; "rest_prepare_post" is tapped');
  });
});
