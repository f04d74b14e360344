import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { CommandLine, type ServerProcess } from '../support/command-line.ts';
import { until } from '../support/until.ts';
import { ask } from './echo.ts';

const plugin = (name: string, requires: object = {}) => `import { definePlugin } from 'tappet';
export default definePlugin({
  name: '${name}', version: '1.0.0', description: '', requires: ${JSON.stringify(requires)},
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('${name}', (server) => {
      server.registerRoute('${name}/v1', '/name', { callback: () => '${name}', permission_callback: () => true });
    });
  },
});`;

/** Writes down what is told of plugins and commands. */
const observer = `import { appendFileSync } from 'node:fs';
import { definePlugin } from 'tappet';
export default definePlugin({
  name: 'observer', version: '1.0.0', description: '', capabilities: ['plugins', 'files'],
  setup({ hooks }) {
    const note = (...words) => appendFileSync('events.txt', words.join(' ') + '\\n');
    for (const name of ['activated_plugin', 'deactivate_plugin', 'deleted_plugin']) {
      hooks.action(name).tap('observer', (plugin) => note(name, plugin));
    }
    hooks.action('before_invoke').tap('observer', (command, flags) => note('before_invoke', command, ...flags));
  },
});`;

describe('plugin activate, deactivate and delete', function () {
  // Each test runs several commands in processes of their own.
  this.timeout(60_000);
  let folder: string;
  let commands: CommandLine;
  let server: ServerProcess;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-change-'));
    for (const [name, text] of [
      ['base', plugin('base')],
      ['user', plugin('user', { base: '^1.0.0' })],
      ['observer', observer],
    ] as const) {
      mkdirSync(join(folder, 'plugins', name), { recursive: true });
      writeFileSync(join(folder, 'plugins', name, 'index.ts'), text);
    }
    const settings = { plugins: { only: ['activation', 'health'], folders: ['plugins'] }, database: 'sqlite:site.db' };
    writeFileSync(join(folder, 'tappet.config.json'), JSON.stringify(settings));
    commands = new CommandLine(folder);
    server = await commands.serve();
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  const answers = async (name: string) => (await ask(`${server.url}/cms-json/${name}/v1/name`)).status === 200;
  const states = async () => {
    const { out } = await commands.run('plugin', 'list', '--format=json');
    const rows = JSON.parse(out) as { name: string; status: string }[];
    return Object.fromEntries(rows.map(({ name, status }) => [name, status]));
  };

  it('fail with one line that says what to do first', async () => {
    expect(await commands.run('plugin', 'deactivate', 'base')).to.deep.equal({
      code: 1,
      out: '',
      err: 'tappet: "base" is required by user; deactivate that first\n',
    });
    expect(await commands.run('plugin', 'delete', 'user')).to.deep.equal({
      code: 1,
      out: '',
      err: 'tappet: "user" is active; deactivate it first\n',
    });
    expect(await states()).to.include({ base: 'active', user: 'active' });
  });

  it('change what the next process runs, and what a running server does', async () => {
    expect([await answers('base'), await answers('user')]).to.deep.equal([true, true]);
    expect(await commands.run('plugin', 'deactivate', 'user', 'base')).to.deep.equal({
      code: 0,
      out: "Plugin 'user' deactivated.\nPlugin 'base' deactivated.\nSuccess: Deactivated 2 of 2 plugins.\n",
      err: '',
    });
    expect(await states()).to.include({ base: 'inactive', user: 'inactive' });
    await until(async () => !(await answers('user')) && !(await answers('base')));
    await commands.run('plugin', 'activate', 'base');
    await until(() => answers('base'));
    expect(await answers('user')).to.equal(false);
    const { err } = await commands.run('plugin', 'activate', 'none');
    expect(err).to.match(/^tappet: there is no plugin "none"/);
  });

  it('apply to a server that is started again', async () => {
    await server.stop();
    server = await commands.serve();
    expect([await answers('base'), await answers('user')]).to.deep.equal([true, false]);
  });

  it('delete the folder of one that is inactive', async () => {
    expect((await commands.run('plugin', 'delete', 'user')).out).to.include("Plugin 'user' deleted.");
    expect(existsSync(join(folder, 'plugins/user'))).to.equal(false);
    expect(await states()).to.not.have.property('user');
    server.hangUp();
    await until(() => server.output.out.includes('Reloaded in'));
    expect(await answers('base')).to.equal(true);
  });

  it('are told of to plugins, as every command but serve is by its name and its flags', () => {
    expect(readFileSync(join(folder, 'events.txt'), 'utf8').trim().split('\n')).to.eql([
      'before_invoke plugin deactivate',
      'before_invoke plugin delete',
      'before_invoke plugin list format',
      'before_invoke plugin deactivate',
      'deactivate_plugin user',
      'deactivate_plugin base',
      'before_invoke plugin list format',
      'before_invoke plugin activate',
      'activated_plugin base',
      'before_invoke plugin activate',
      'before_invoke plugin delete',
      'deleted_plugin user',
      'before_invoke plugin list format',
    ]);
  });
});
