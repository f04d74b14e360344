import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { FailureWatch } from '../../host/failure-watch.ts';
import { createHost, type Host, PluginManager } from '../../host/index.ts';
import { until } from '../support/until.ts';

/** A plugin whose tap runs these statements for every answer. */
const source = (name: string, body: string, more = '') => `import { definePlugin } from 'tappet';
export default definePlugin({
  name: '${name}', version: '1.0.0', description: '', capabilities: ['routes:*', 'authentication', 'requests'], ${more}
  setup({ hooks }) {
    hooks.filter('rest_post_dispatch').tap('${name}', (response) => { ${body} return response.header('X-${name}', 'ran'); });
  },
});`;

const THROWS = "throw new Error('no luck');";

describe('a plugin that keeps failing', () => {
  let folder: string;
  let host: Host;
  const lines: string[] = [];
  const write = (name: string, text: string) => {
    mkdirSync(join(folder, 'plugins', name), { recursive: true });
    writeFileSync(join(folder, 'plugins', name, 'index.ts'), text);
  };
  const start = async (plugins: object = {}) => {
    const note = (details: object | string, message?: string) => void lines.push(message ?? String(details));
    host = await createHost({
      log: { debug: note, info: note, warn: note, error: note },
      database: `sqlite:${folder}/site.db`,
      plugins: {
        only: ['activation', 'rest-index'],
        folders: [join(folder, 'plugins')],
        quarantine: { failures: 3, within: 5000 },
        ...plugins,
      },
    });
  };
  const ask = (times: number) =>
    Promise.all(Array.from({ length: times }, () => host.generation.server.dispatchAndFilter('/')));
  const running = () => host.generation.plugins.map(({ definition }) => definition.name);
  const skipped = () => host.generation.skipped.map(({ plugin, why }) => `${plugin.definition.name}: ${why.status}`);
  const manager = () => host.generation.services.find(PluginManager)!;
  const refusal = (work: Promise<void>) =>
    work.then(
      () => 'none',
      ({ reason, message }) => `${reason}: ${message}`,
    );

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-aside-'));
    lines.length = 0;
  });
  afterEach(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
  });

  it('is quarantined with the plugins that require it, with the reason, the hook, the number of failures and the time', async () => {
    const begun = Date.now();
    write('failing', source('failing', THROWS));
    write('user', source('user', '', "requires: { failing: '*' },"));
    write('other', source('other', ''));
    await start();
    await ask(2);
    expect(running()).to.include('failing');
    await ask(1);
    await until(() => !running().includes('failing'));
    expect(skipped()).to.deep.equal(['failing: quarantined', 'user: unmet']);
    const { why } = host.generation.skipped[0]!;
    expect(why).to.deep.include({ hook: 'rest_post_dispatch', failures: 3 });
    expect(why.message).to.equal(
      'failed 3 times, at last in hook "rest_post_dispatch": no luck; mend it, then: tappet plugin resume failing',
    );
    expect(why.at.getTime()).to.be.within(begun, Date.now());
    const [answer] = await ask(1);
    expect(answer!.headers).to.include({ 'X-other': 'ran' }).and.not.have.property('X-user');
    const told = 'plugin "failing" is quarantined: it failed 3 times, at last in hook';
    await until(() => lines.some((line) => line.includes(told)));
  });

  it('stays quarantined after restarts, and is resumed by command', async () => {
    write('failing', source('failing', THROWS));
    await start();
    await ask(3);
    await until(() => !running().includes('failing'));
    await host.close();
    write('failing', source('failing', ''));
    await start();
    expect(skipped()).to.deep.equal(['failing: quarantined']);
    expect(
      manager()
        .all()
        .find(({ name }) => name === 'failing'),
    ).to.have.property('status', 'inactive');
    await manager().resume('failing');
    expect(skipped()).to.deep.equal([]);
    const [answer] = await ask(1);
    expect(answer!.headers).to.include({ 'X-failing': 'ran' });
    await host.close();
    await start();
    expect(running()).to.include('failing');
    expect(await refusal(manager().resume('failing'))).to.equal('running: "failing" is not quarantined');
  });

  it('stays quarantined when its changed code cannot be built', async () => {
    write('failing', source('failing', THROWS));
    await start();
    await ask(3);
    await until(() => !running().includes('failing'));
    write('failing', "throw new Error('worse');");
    expect(await refusal(manager().resume('failing'))).to.match(/^build: .*worse/);
    expect(skipped()).to.deep.equal(['failing: quarantined']);
  });

  it('stays active when it came with the host or is required, which is logged once', async () => {
    write('failing', source('failing', THROWS));
    await start({ required: ['failing'] });
    await ask(9);
    const told = lines.filter((line) => line.includes('keeps failing and stays'));
    expect(told).to.deep.equal([
      'plugin "failing" keeps failing and stays: it came with the host or is required by configuration',
    ]);
    expect(running()).to.include('failing');
  });

  it('stays active when it, or a plugin that requires it, taps a hook that decides, and still fails closed', async () => {
    const guard = "hooks.filter('rest_pre_dispatch').tap('guard', () => { throw new Error('shut'); });";
    write('failing', source('failing', THROWS).replace('setup({ hooks }) {', `setup({ hooks }) { ${guard}`));
    await start();
    const answers = await ask(9);
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(9).fill(500));
    expect(lines.join('\n')).to.match(/"failing" keeps failing and stays: it decides in hook "rest_pre_dispatch"/);
    expect(running()).to.include('failing');
    await host.close();
    write('failing', source('failing', THROWS));
    write(
      'guard',
      source('guard', '', "requires: { failing: '*' },").replace('setup({ hooks }) {', `setup({ hooks }) { ${guard}`),
    );
    await start();
    await ask(9);
    expect(running()).to.include.members(['failing', 'guard']);
  });

  it('stays active when what it needs fails: a database that is away, or a disk that is full', async () => {
    const away = "throw new RestError('rest_database_away', 'Away.', { status: 503 });";
    const full = "throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' });";
    write('away', source('away', away).replace('definePlugin }', 'definePlugin, RestError }'));
    write('full', source('full', full));
    write('wrong', source('wrong', away.replace('503', '400')).replace('definePlugin }', 'definePlugin, RestError }'));
    await start();
    await ask(6);
    await until(() => !running().includes('wrong'));
    await ask(6);
    expect(host.generation.failures.map(({ plugin }) => plugin)).to.include.members(['away', 'full']);
    expect(running()).to.include.members(['away', 'full']);
  });

  it('stays active when configuration turns quarantine off', async () => {
    write('failing', source('failing', THROWS));
    await start({ quarantine: false });
    await ask(30);
    expect(running()).to.include('failing');
  });

  it('is quarantined once, however many requests fail at once', async () => {
    write('failing', source('failing', THROWS));
    await start();
    await ask(40);
    await until(() => !running().includes('failing'));
    await ask(5);
    await manager().refresh();
    expect(lines.filter((line) => line.includes('is quarantined'))).to.have.lengthOf(1);
  });
});

describe('failures within a time window', () => {
  it('reach the limit only if all of them are within the window', () => {
    const watch = new FailureWatch({ failures: 3, within: 1000 });
    const outcomes = [0, 500, 1001, 1400].map((time) => watch.count('a', time));
    expect(outcomes).to.deep.equal([undefined, undefined, undefined, 3]);
    expect([watch.count('b', 1500), watch.count('a', 1500)]).to.deep.equal([undefined, undefined]);
  });
});
