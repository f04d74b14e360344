import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { CommandLine, type ServerProcess } from '../../support/command-line.ts';
import { describeOnPostgres } from '../../support/on-databases.ts';
import { until } from '../../support/until.ts';
import { ask } from '../echo.ts';

/** A plugin that writes an item, answers slowly, and says which process answers. */
const PLUGIN = `import { definePlugin, serviceToken } from 'tappet';
export default definePlugin({
  name: 'telling', version: '1.0.0', description: '', capabilities: ['content:write', 'requests'],
  setup({ hooks, use }) {
    const posts = use(serviceToken('post-store'));
    const permission_callback = () => true;
    hooks.action('rest_api_init').tap('telling', (server) => {
      server.registerRoute('telling/v1', '/write', {
        methods: ['POST'], permission_callback,
        callback: async (request) => (await posts.insert({ title: request.getParam('title'), status: 'publish' })).id,
      });
      server.registerRoute('telling/v1', '/pid', { permission_callback, callback: () => process.pid });
      server.registerRoute('telling/v1', '/slow', {
        permission_callback, callback: () => new Promise((resolve) => setTimeout(resolve, 700, 'slow')),
      });
    });
    hooks.filter('rest_post_dispatch').tap('telling', (response) => response.header('X-Pid', String(process.pid)));
  },
  requires: { posts: '^0.1.0' },
});`;

/** How late another worker may see a write, in milliseconds; the documents say a tenth of a second, on a machine with time. */
const LATE = 1000;

/** Requests on a connection of its own each, so that the workers take turns. */
const each = (init: RequestInit = {}): RequestInit => ({ ...init, headers: { Connection: 'close' } });

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tappet-workers-'));
  mkdirSync(join(folder, 'plugins/telling'), { recursive: true });
  writeFileSync(join(folder, 'plugins/telling/index.ts'), PLUGIN);
  return folder;
}

const bothReady = async (url: string) => {
  const { json } = await ask(`${url}/readyz`, each()).catch(() => ({ json: undefined }));
  return json?.workers?.ready === 2;
};

/** Writes items at whichever worker, and waits until the other one lists each; returns how long the latest took. */
async function latest(url: string, items: number): Promise<number> {
  let most = 0;
  const list = `${url}/cms-json/cms/v2/posts?per_page=1&_fields=title`;
  for (let item = 0; item < items; item++) {
    const title = `Item ${item}`;
    const body = new URLSearchParams({ title });
    const written = await ask(`${url}/cms-json/telling/v1/write`, each({ method: 'POST', body }));
    expect(written.status).to.equal(200);
    const since = performance.now();
    await until(async () => {
      const { headers, json } = await ask(list, each());
      return headers.get('x-pid') !== written.headers.get('x-pid') && json[0].title.rendered === title;
    });
    most = Math.max(most, performance.now() - since);
  }
  return most;
}

describe('serve --workers=2', () => {
  let folder: string;
  let server: ServerProcess;
  before(async () => {
    folder = makeFolder();
    server = await new CommandLine(folder).serve('--workers=2', '--shutdown-delay=300', '--worker-timeout=1500');
    await until(() => bothReady(server.url));
  });
  after(() => rmSync(folder, { recursive: true }));

  const health = async () => (await ask(`${server.url}/healthz`, each())).json;
  const pids = async (): Promise<number[]> => (await health()).workers.map(({ pid }: { pid: number }) => pid);

  it('prints once what an operator is to know, the password of a new site too', () => {
    const heads = server.output.out.split('\n').map((line) => line.replace(/ (?:http|with|once).*/, ''));
    expect(heads.slice(0, 4)).to.deep.equal([
      'Tappet is listening on',
      'The interface is at',
      'Sign in as admin',
      'The password is shown this',
    ]);
    expect(heads.slice(4)).to.deep.equal(['']);
  });

  it('has the workers take turns, and each say how all are', async () => {
    const answers = [await health(), await health()];
    expect(answers.map(({ worker }) => worker)).to.have.members([1, 2]);
    for (const { status, workers } of answers) {
      expect(status).to.equal('ok');
      expect(workers.map((one: object) => ({ ...one, pid: 0, since: '', plugins: 0 }))).to.deep.equal(
        [1, 2].map((worker) => ({
          worker,
          pid: 0,
          status: 'ready',
          starts: 1,
          generation: 1,
          since: '',
          plugins: 0,
          plugins_left_out: [],
          plugin_failures: [],
          reload_error: null,
        })),
      );
    }
  });

  it('gives the figures of all workers, each with its number', async () => {
    const { text } = await ask(`${server.url}/metrics`, each());
    expect([...text.matchAll(/^process_start_time_seconds\{worker="(\d)"\}/gm)].map(([, worker]) => worker)).to.eql([
      '1',
      '2',
    ]);
  });

  it('shows what one worker has written to clients of the other', async () => {
    expect(await latest(server.url, 10)).to.be.below(LATE);
  });

  it('reloads all workers at once, and says so once', async () => {
    server.hangUp();
    await until(() => server.output.out.includes('Reloaded in'));
    expect((await health()).workers.map(({ generation }: { generation: number }) => generation)).to.deep.equal([2, 2]);
    expect(server.output.out.match(/Reloaded in/g)).to.have.length(1);
  });

  it('leaves all as they are when the configuration cannot be read, and says so once', async () => {
    writeFileSync(join(folder, 'tappet.config.json'), '{ "plugins": ');
    server.hangUp();
    await until(() => server.output.err.includes('not reloaded'));
    rmSync(join(folder, 'tappet.config.json'));
    const { workers } = await health();
    for (const { generation, reload_error } of workers) {
      expect(generation).to.equal(2);
      expect(reload_error.message).to.match(/^tappet\.config\.json cannot be read/);
    }
    expect(server.output.err.match(/not reloaded, what ran before goes on: tappet\.config\.json/g)).to.have.length(1);
  });

  it('starts a worker anew that was killed, while the other answers on', async () => {
    const before = await pids();
    process.kill(before[0]!, 'SIGKILL');
    await until(() => server.output.err.includes('a worker ended by SIGKILL'));
    expect((await ask(`${server.url}/cms-json/telling/v1/pid`, each())).json).to.equal(before[1]);
    await until(() => bothReady(server.url));
    const after = await pids();
    expect(after[0]).to.not.equal(before[0]);
    expect(after[1]).to.equal(before[1]);
    expect(server.output.err).to.match(/"worker":1,"msg":"a worker ended by SIGKILL; it is started anew in \d+ ms"/);
  });

  it('starts a worker anew that stands still, says which, and has another answer what was handed to it', async () => {
    const before = await pids();
    process.kill(before[1]!, 'SIGSTOP');
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(`${server.url}/cms-json/telling/v1/pid`, each())));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
    await until(() =>
      server.output.err.includes('"worker":2,"msg":"a worker has not answered for 1500 ms, and is killed"'),
    );
    await until(() => bothReady(server.url));
    const after = await pids();
    expect(after[0]).to.equal(before[0]);
    expect(after[1]).to.not.equal(before[1]);
  });

  it('puts another in the place of a worker that a signal ends, without a request that fails', async () => {
    const before = await pids();
    process.kill(before[1]!, 'SIGTERM');
    await until(async () => {
      expect((await ask(`${server.url}/cms-json/telling/v1/pid`, each())).status).to.equal(200);
      return (await pids())[1] !== before[1] && (await bothReady(server.url));
    });
    expect((await pids())[0]).to.equal(before[0]);
  });

  it('says at /readyz that it closes, finishes the requests of all workers, and ends with 0', async () => {
    const slow = [1, 2].map(() => ask(`${server.url}/cms-json/telling/v1/slow`, each()));
    await sleep(100);
    const stopped = server.stop();
    await until(async () => (await ask(`${server.url}/readyz`, each())).status === 503);
    expect((await Promise.all(slow)).map(({ json }) => json)).to.deep.equal(['slow', 'slow']);
    expect(await stopped).to.equal(0);
    expect(server.output.out.match(/password/g)).to.have.length(2);
  });

  it('ends with the one line of a first worker that cannot start', async () => {
    const line = new CommandLine(folder);
    expect(await line.run('serve', '--port=0', '--workers=2', '--database=sqlite::memory:')).to.deep.equal({
      code: 1,
      out: '',
      err: 'tappet: database: sqlite::memory: is of one process, and each worker would have another one; name a file or a server\n',
    });
  });
});

describeOnPostgres('serve --workers=2', (freshDatabase) => {
  it('makes the tables once, and shows what one worker has written to clients of the other', async () => {
    const folder = makeFolder();
    const plugins = { only: ['health', 'posts', 'response-cache'], folders: ['plugins'] };
    writeFileSync(join(folder, 'tappet.config.json'), JSON.stringify({ plugins }));
    const server = await new CommandLine(folder).serve('--workers=2', `--database=${await freshDatabase()}`);
    try {
      await until(() => bothReady(server.url));
      expect(await latest(server.url, 8)).to.be.below(LATE);
    } finally {
      expect(await server.stop()).to.equal(0);
      rmSync(folder, { recursive: true });
    }
    expect(server.output.err).to.equal('');
  });
});
