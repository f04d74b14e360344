import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createHost, type Host, PluginManager } from '../../host/index.ts';

const source = (name: string, more = '', top = '') => `import { definePlugin } from 'tappet';
${top}
export default definePlugin({ name: '${name}', version: '1.0.0', description: '', ${more} setup() {} });`;
const BROKEN = source('broken', '', "throw new Error('no luck');");

describe('a host with broken plugins beside it', () => {
  let folder: string;
  const hosts: Host[] = [];
  const write = (name: string, text: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'index.ts'), text);
  };
  const start = async (plugins: object = {}, settings: object = {}) => {
    const given = { only: ['activation'], folders: [folder], ...plugins };
    const host = await createHost({ logLevel: 'silent', database: 'sqlite::memory:', plugins: given, ...settings });
    hosts.push(host);
    return host;
  };
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      (error: Error) => error.message,
    );
  const skipped = ({ generation }: Host) =>
    generation.skipped.map(({ plugin, why }) => `${plugin.definition.name}, ${why.status}: ${why.message}`);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-left-out-'));
  });
  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.close();
    rmSync(folder, { recursive: true });
  });

  it('starts without them and without the plugins that require them, and logs why', async () => {
    write('broken', BROKEN);
    write('user', source('user', "requires: { broken: '*' },"));
    write('its-user', source('its-user', "requires: { user: '*' },"));
    write('whole', source('whole'));
    const host = await start();
    expect(host.generation.plugins.map(({ definition }) => definition.name))
      .to.include('whole')
      .and.not.include('user');
    expect(skipped(host)).to.deep.equal([
      `broken, broken: ${join(folder, 'broken')}: cannot be loaded: index.ts:2: no luck`,
      'user, unmet: requires "broken", which is broken',
      'its-user, unmet: requires "user", which is left out',
    ]);
  });

  it('does not start without one that configuration requires, or that a required one requires', async () => {
    write('broken', BROKEN);
    write('guard', source('guard', "requires: { broken: '*' },"));
    expect(await refusal(start({ required: ['broken'] }))).to.include('cannot be loaded: index.ts:2: no luck');
    expect(await refusal(start({ required: ['guard'] }))).to.match(
      /plugin "guard" requires "broken", .* may not be left out/,
    );
    expect(await refusal(start({ required: ['gaurd'] }))).to.equal(
      'plugins.required: there is no plugin "gaurd"; did you mean "guard"?',
    );
  });

  it('does not start with an option of configuration that is wrong', async () => {
    const options = 'options: object({ size: number() }),';
    write('sized', source('sized', options, "import { number, object } from 'superstruct';"));
    expect(await refusal(start({}, { options: { sized: { size: 'big' } } }))).to.include(
      'options.sized.size must be number',
    );
    expect(skipped(await start())[0]).to.include('options.sized.size must be number');
  });

  it('keeps the running generation when a plugin breaks later, and reloads without one that was skipped already', async () => {
    write('broken', BROKEN);
    write('whole', source('whole'));
    const host = await start();
    await host.reload();
    expect(skipped(host)).to.have.lengthOf(1);
    const { generation } = host;
    write('whole', source('whole', '', "throw new Error('now too');"));
    expect(await refusal(host.reload())).to.include('now too');
    expect(host.generation).to.equal(generation);
    write('whole', source('whole'));
    write('broken', source('broken'));
    await host.reload();
    expect(skipped(host)).to.deep.equal([]);
  });

  it('deactivates a broken plugin, and refuses to activate it or to deactivate a required one', async () => {
    write('broken', BROKEN);
    write('guard', source('guard'));
    const host = await start({ required: ['guard'] });
    const manager = host.generation.services.find(PluginManager)!;
    await manager.deactivate('broken');
    expect(skipped(host)).to.deep.equal([]);
    expect(await refusal(manager.activate('broken'))).to.include('no luck');
    expect(await refusal(manager.deactivate('guard'))).to.include('take it out of plugins.required');
  });
});
