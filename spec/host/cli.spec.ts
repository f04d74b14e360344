import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { formatRows } from '../../host/cli/rows.ts';
import { CommandLine } from '../support/command-line.ts';
import { until } from '../support/until.ts';

const CONFIG = `export default {
  plugins: { only: ['allow-header', 'fields'], disabled: ['cors'], folders: ['plugins'] },
  hooks: { rest_post_dispatch: { 'allow-header': false, fields: { stage: 20 } } },
};`;

const PLUGIN = `import { definePlugin, CommandError } from 'tappet';
export default definePlugin({
  name: 'shop', version: '1.0.0', description: 'Sells.',
  setup(host) {
    host.hooks.action('rest_api_init').tap('shop', (server) => {
      const slow = () => {
        console.log('selling');
        return new Promise((resolve) => setTimeout(resolve, 400, { sold: true }));
      };
      server.registerRoute('shop/v1', '/slow', { callback: slow, permission_callback: () => true });
    });
    host.command({
      name: 'shop sell', summary: 'Sells things.', args: '<what> [others...]',
      flags: { '--price <price>': 'For how much.', '--gift-wrap': 'Wrapped.' },
      async run({ args, flags, print }) { print(JSON.stringify({ args, flags })); },
    });
    host.command({ name: 'shop close', summary: 'Refuses.', async run() { throw new CommandError('the shop is empty'); } });
  },
});`;

describe('the command line', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-cli-'));
    mkdirSync(join(folder, 'plugins/shop'), { recursive: true });
    writeFileSync(join(folder, 'tappet.config.ts'), CONFIG);
    writeFileSync(join(folder, 'plugins/shop/index.ts'), PLUGIN);
  });
  after(() => rmSync(folder, { recursive: true }));

  const tappet = (...args: string[]) => new CommandLine(folder).run(...args);

  it('prints the version without building anything', async () => {
    expect(await tappet('--version')).to.deep.equal({ code: 0, out: '0.1.0\n', err: '' });
  });

  it('lists plugins as a table, and as JSON', async () => {
    const { out, code } = await tappet('plugin', 'list', '--format=json');
    expect(code).to.equal(0);
    expect(JSON.parse(out).map((row: Record<string, string>) => [row.name, row.status])).to.deep.equal([
      ['allow-header', 'active'],
      ['fields', 'active'],
      ['shop', 'active'],
      ['cors', 'disabled'],
    ]);
    expect((await tappet('plugin', 'list')).out).to.match(/^name +status +version +location +description\n/);
  });

  it('lists the taps of a hook in order, with what configuration changed', async () => {
    const { out } = await tappet('hook', 'list', 'rest_post_dispatch');
    expect(out).to.include('rest_post_dispatch(response, server, request)  async filter of core');
    expect(out).to.include('1. fields (stage 20, after allow-header, moved by configuration)');
    expect(out).to.include('- allow-header (stage -10, dropped by configuration)');
  });

  it('lists every declared hook', async () => {
    const { out } = await tappet('hook', 'list', '--format=json');
    const hooks = new Set(JSON.parse(out).map(({ hook }: { hook: string }) => hook));
    for (const name of ['rest_api_init', 'rest_url_prefix', 'rest_pre_dispatch', 'rest_post_dispatch']) {
      expect([...hooks]).to.include(name);
    }
  });

  it('lists routes', async () => {
    expect((await tappet('route', 'list', '--format=csv')).out).to.equal(
      'route,methods,namespace,plugin\n/shop/v1/slow,GET,shop/v1,shop\n',
    );
  });

  it('runs the commands of plugins with their arguments and flags', async () => {
    const { out } = await tappet('shop', 'sell', 'tea', 'milk', 'salt', '--price=3', '--gift-wrap');
    expect(JSON.parse(out)).to.deep.equal({
      args: { what: 'tea', others: ['milk', 'salt'] },
      flags: { price: '3', 'gift-wrap': true },
    });
  });

  const refused: [args: string[], line: string][] = [
    [['shop', 'close'], 'tappet: the shop is empty'],
    [['shop', 'sel', 'tea'], 'tappet: there is no command "shop sel tea"; did you mean "shop sell"?'],
    [['sop', 'sell'], 'tappet: there is no command "sop sell"; did you mean "shop sell"?'],
    [['shop', 'sell'], "tappet: missing required argument 'what'"],
    [
      ['hook', 'list', 'rest_post_dispach'],
      'tappet: there is no hook "rest_post_dispach"; did you mean "rest_post_dispatch"?',
    ],
    [
      ['plugin', 'list', '--format=xml'],
      'tappet: there is no format "xml"; choose one of table, csv, json, ids, count',
    ],
    [['serve', '--port', 'x'], 'tappet: command line: --port must be a whole number from 0 to 65535; it is "x"'],
    [
      ['serve', '--plugins', 'none'],
      'tappet: plugins: there is no folder none; make it, or take it out of the setting',
    ],
  ];
  for (const [args, line] of refused) {
    it(`answers "tappet ${args.join(' ')}" with one line and exit code 1`, async () => {
      expect(await tappet(...args)).to.deep.equal({ code: 1, out: '', err: `${line}\n` });
    });
  }

  it('shows the commands of the host and of plugins as help', async () => {
    const { code, out } = await tappet('--help');
    expect(code).to.equal(0);
    for (const word of ['serve', 'plugin', 'hook', 'route', 'shop', '--database']) expect(out).to.include(word);
  });

  it('serves until it gets a signal, and finishes in-flight requests', async () => {
    const server = await new CommandLine(folder).serve();
    expect(server.output.out).to.include(`The interface is at ${server.url}/cms-json/\n`);
    const slow = fetch(`${server.url}/cms-json/shop/v1/slow`);
    await until(() => server.output.out.includes('selling'));
    const stopped = server.stop();
    expect(await (await slow).json()).to.deep.equal({ sold: true });
    expect(await stopped).to.equal(0);
    expect(server.output.err).to.equal('');
  });

  it('prints a table of any number of rows', () => {
    const rows = Array.from({ length: 150_000 }, (_, at) => ({ id: at }));
    const lines = formatRows(['id'], rows).split('\n');
    expect([lines.length, lines[0], lines.at(-1)]).to.eql([150_001, 'id', '149999']);
  });
});
