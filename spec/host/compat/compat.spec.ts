import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { compatibility } from '../../../host/cli/compat.ts';
import { commandContext } from '../../../host/cli/context.ts';
import type { Settings } from '../../../host/config/settings.ts';
import { createHost } from '../../../host/index.ts';
import { Sqlite as SQLite } from '../../../plugins/database/sqlite-driver.ts';
import { CommandLine } from '../../support/command-line.ts';

/** A plugin on disk; `code` is its setup. */
const plugin = (name: string, code: string) => `import { definePlugin } from 'tappet';
export default definePlugin({
  name: '${name}',
  version: '1.0.0',
  description: 'Breaks something.',
  capabilities: ['content:read', 'requests'],
  setup({ hooks }) {
    ${code}
  },
});
`;

const BREAKING = {
  'no-totals': `hooks.filter('rest_pre_serve_request').tap({ stage: 50 }, (_served, response) => {
      delete response.headers['X-WP-TotalPages'];
    });`,
  'no-raw-titles': `hooks.filter('rest_prepare_post').tap('no-raw-titles', (response) => {
      delete (response.data as { title?: { raw?: string } }).title?.raw;
      return response;
    });`,
  'deep-route': `hooks.action('rest_api_init').tap('deep-route', (server) => {
      const options = { callback: () => ({}), permission_callback: () => true };
      server.registerRoute('deep-route/v1', '/shelves/(?P<slug>[a-z]+(?:-[a-z]+)*)', options);
    });`,
  harmless: `hooks.filter('rest_post_dispatch').tap('harmless', (response) => response.header('X-Mine', 'yes'));`,
};

describe('tappet compat', () => {
  let folder: string;
  let settings: Settings;
  const plugins = (...names: string[]) => names.map((name) => join(folder, 'plugins', name));

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-compat-'));
    for (const [name, code] of Object.entries(BREAKING)) {
      mkdirSync(join(folder, 'plugins', name), { recursive: true });
      writeFileSync(join(folder, 'plugins', name, 'index.ts'), plugin(name, code));
    }
    settings = { database: `sqlite:${folder}/site.db`, brand: 'wp', logLevel: 'silent' };
    const host = await createHost(settings);
    await host.generation.server.hooks.action('host_listening').promise('', () => undefined);
    await host.close();
  });
  after(() => rmSync(folder, { recursive: true }));

  /** The output of the command, and its error. */
  async function played(flags: Record<string, string | boolean> = {}, more: Settings = {}) {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const context = commandContext({ args: {}, flags, print, progress: () => undefined });
    const end = await compatibility
      .run(context, async () => ({ ...settings, ...more }))
      .then(
        () => 'well',
        (error: Error) => error.message,
      );
    return { lines, end };
  }
  /** The failing steps with their causes. */
  async function failing(flags: Record<string, string | boolean>, more: Settings) {
    const { lines } = await played({ ...flags, format: 'json' }, more);
    const verdicts = JSON.parse(lines.join('')) as { family: string; failing: { does: string; cause: string }[] }[];
    return verdicts.flatMap(({ family, failing }) => failing.map(({ does, cause }) => `${family} ${does}: ${cause}`));
  }

  it('prints a line for each family if all steps work, and that nothing was written', async () => {
    const { lines, end } = await played({}, { plugins: plugins('harmless') });
    expect(end).to.equal('well');
    expect(lines).to.have.length(7);
    for (const line of lines.slice(0, 6)) expect(line).to.match(/^[a-z-]+ \(.+\): works, (\d) of \1 steps work$/);
    expect(lines[6]).to.contain('Nothing was written');
  });

  it('undoes everything that it writes', async () => {
    const everything = () => {
      const database = new SQLite(join(folder, 'site.db'), { readonly: true });
      const tables = database
        .prepare("select name from sqlite_master where type = 'table' order by name")
        .pluck()
        .all();
      const rows = tables.map((table) => database.prepare(`select * from "${table}"`).all());
      database.close();
      return JSON.stringify([tables, rows]);
    };
    const before = everything();
    const { lines, end } = await played({}, { write: true });
    expect([end, lines.length]).to.deep.equal(['well', 6]);
    expect(lines[0]).to.match(/: works, 8 of 8 steps work$/);
    expect(everything()).to.equal(before);
  });

  it('names the plugin that removes what a client needs, the request, and the expected answer', async () => {
    const { lines, end } = await played({ family: 'automation' }, { plugins: plugins('harmless', 'no-totals') });
    expect(end).to.equal('1 of 1 families of clients would fail');
    expect(lines.slice(0, 4)).to.deep.equal([
      'automation (n8n, Zapier, Make): would fail, 2 of 5 steps work',
      '  loads all categories: it reads on until X-WP-TotalPages says that this was the last page: choices are missing without it',
      '    GET /wp-json/wp/v2/categories?per_page=10: expected the header X-WP-TotalPages, a whole number, got none',
      `    the cause is the plugin no-totals (${join(folder, 'plugins', 'no-totals')})`,
    ]);
  });

  it('distinguishes several plugins', async () => {
    const more = { plugins: plugins('harmless', 'no-totals', 'no-raw-titles') };
    const found = await failing({ family: 'mobile' }, more);
    expect(found.map((line) => line.replace(/ \(.*/, ''))).to.deep.equal([
      'mobile reads posts with strict types: the cause is the plugin no-raw-titles',
    ]);
    const routed = await failing({ family: 'browser' }, { plugins: plugins('harmless', 'deep-route') });
    expect(routed.map((line) => line.replace(/ \(.*/, ''))).to.deep.equal([
      'browser makes methods of the routes: the cause is the plugin deep-route',
    ]);
    const written = await failing({ family: 'browser' }, { ...more, write: true });
    expect(written.map((line) => line.replace(/ \(.*/, ''))).to.deep.equal([
      'browser reads lists page by page: the cause is the plugin no-totals',
      'browser writes, changes and removes a post: the cause is the plugin no-raw-titles',
    ]);
  });

  it('names the plugin that configuration disables, and the hook that it overrides', async () => {
    expect(await failing({ family: 'browser' }, { plugins: { disabled: ['jsonp', 'cors'] } })).to.deep.equal([
      'browser asks from another origin: the cause is that configuration switches off the plugin cors',
    ]);
    const hooks = { rest_post_dispatch: { 'allow-header': false as const } };
    expect(await failing({ family: 'editor' }, { hooks })).to.deep.equal([
      'editor asks what the user may: the cause is what configuration says of the hook rest_post_dispatch',
      'editor opens a post: the cause is what configuration says of the hook rest_post_dispatch',
    ]);
  });

  it('says under another brand that no client works unchanged, as a process with exit code 1', async () => {
    const { code, out, err } = await new CommandLine(folder).run('compat', '--database', `sqlite:${folder}/site.db`);
    expect([code, out.trim().split('\n').length]).to.deep.equal([1, 6]);
    expect(out).to.contain('automation (n8n, Zapier, Make): would fail\n');
    expect(err).to.match(/^tappet: the brand is "cms", .* none works unchanged; serve with --brand=wp/);
  });

  it('refuses unknown families and users', async () => {
    expect((await played({ family: 'none' })).end).to.match(/^there is no family "none"; there are browser, editor, /);
    expect((await played({ user: 'none' })).end).to.equal('there is no user "none"; give a login or an id');
  });
});
