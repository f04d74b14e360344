import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { FailureWatch } from '../../host/failure-watch.ts';
import { createHost, type Host, PluginManager } from '../../host/index.ts';
import { until } from '../support/until.ts';

/** A plugin whose tap of every answer runs these statements. */
const source = (name: string, body: string, more = '') => `import { definePlugin } from 'tappet';
export default definePlugin({
  name: '${name}', version: '1.0.0', description: '', capabilities: ['routes:*', 'authentication'], ${more}
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
        setAside: { failures: 3, within: 5000 },
        ...plugins,
      },
    });
  };
  const ask = (times: number) =>
    Promise.all(Array.from({ length: times }, () => host.generation.server.dispatchAndFilter('/')));
  const running = () => host.generation.plugins.map(({ definition }) => definition.name);
  const leftOut = () => host.generation.leftOut.map(({ plugin, why }) => `${plugin.definition.name}: ${why.status}`);
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

  it('is set aside with those that require it, with the reason, the hook, how often and when', async () => {
    const begun = Date.now();
    write('failing', source('failing', THROWS));
    write('user', source('user', '', "requires: { failing: '*' },"));
    write('other', source('other', ''));
    await start();
    await ask(2);
    expect(running()).to.include('failing');
    await ask(1);
    await until(() => !running().includes('failing'));
    expect(leftOut()).to.deep.equal(['failing: set aside', 'user: unmet']);
    const { why } = host.generation.leftOut[0]!;
    expect(why).to.deep.include({ hook: 'rest_post_dispatch', failures: 3 });
    expect(why.message).to.equal(
      'failed 3 times, at last in hook "rest_post_dispatch": no luck; mend it, then: tappet plugin resume failing',
    );
    expect(why.at.getTime()).to.be.within(begun, Date.now());
    const [answer] = await ask(1);
    expect(answer!.headers).to.include({ 'X-other': 'ran' }).and.not.have.property('X-user');
    const told = 'plugin "failing" is set aside: it failed 3 times, at last in hook';
    await until(() => lines.some((line) => line.includes(told)));
  });

  it('stays aside over restarts, and comes back by command', async () => {
    write('failing', source('failing', THROWS));
    await start();
    await ask(3);
    await until(() => !running().includes('failing'));
    await host.close();
    write('failing', source('failing', ''));
    await start();
    expect(leftOut()).to.deep.equal(['failing: set aside']);
    expect(
      manager()
        .all()
        .find(({ name }) => name === 'failing'),
    ).to.have.property('status', 'inactive');
    await manager().resume('failing');
    expect(leftOut()).to.deep.equal([]);
    const [answer] = await ask(1);
    expect(answer!.headers).to.include({ 'X-failing': 'ran' });
    await host.close();
    await start();
    expect(running()).to.include('failing');
    expect(await refusal(manager().resume('failing'))).to.equal('running: "failing" is not set aside');
  });

  it('stays aside when what it was mended to cannot be built', async () => {
    write('failing', source('failing', THROWS));
    await start();
    await ask(3);
    await until(() => !running().includes('failing'));
    write('failing', "throw new Error('worse');");
    expect(await refusal(manager().resume('failing'))).to.match(/^build: .*worse/);
    expect(leftOut()).to.deep.equal(['failing: set aside']);
  });

  it('stays when it came with the host or is required, which is told once', async () => {
    write('failing', source('failing', THROWS));
    await start({ required: ['failing'] });
    await ask(9);
    const told = lines.filter((line) => line.includes('keeps failing and stays'));
    expect(told).to.deep.equal([
      'plugin "failing" keeps failing and stays: it came with the host or is required by configuration',
    ]);
    expect(running()).to.include('failing');
  });

  it('stays when it decides over requests, or one that requires it does, and goes on to fail closed', async () => {
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

  it('stays when configuration sets nothing aside', async () => {
    write('failing', source('failing', THROWS));
    await start({ setAside: false });
    await ask(30);
    expect(running()).to.include('failing');
  });

  it('is set aside once, however many requests fail at once', async () => {
    write('failing', source('failing', THROWS));
    await start();
    await ask(40);
    await until(() => !running().includes('failing'));
    await ask(5);
    await manager().refresh();
    expect(lines.filter((line) => line.includes('is set aside'))).to.have.lengthOf(1);
  });
});

describe('failures within a span', () => {
  it('are too many when the last of so many comes before the first is forgotten', () => {
    const watch = new FailureWatch({ failures: 3, within: 1000 });
    const outcomes = [0, 500, 1001, 1400].map((time) => watch.note('a', time));
    expect(outcomes).to.deep.equal([undefined, undefined, undefined, 3]);
    expect([watch.note('b', 1500), watch.note('a', 1500)]).to.deep.equal([undefined, undefined]);
  });
});
