import { expect } from 'chai';
import type { Handlers } from '../../../host/cluster/channel.ts';
import { Primary } from '../../../host/cluster/primary.ts';
import { Restarts } from '../../../host/cluster/restarts.ts';
import type { WorkerProcess } from '../../../host/cluster/worker-process.ts';
import { until } from '../../support/until.ts';

type End = Awaited<WorkerProcess['ended']>;

/** A process of a worker that does what a spec says. */
class Puppet {
  readonly number: number;
  readonly port: number | undefined;
  readonly handlers: Handlers;
  readonly ready: Promise<string>;
  readonly ended: Promise<End>;
  isReady = false;
  begin!: () => void;
  end!: (end?: Partial<End>) => void;
  reload = async (): Promise<void> => undefined;
  fallSilent!: (isSilent: boolean) => void;
  readonly #silent = new Promise<boolean>((resolve) => {
    this.fallSilent = resolve;
  });
  isSilentFor = () => this.#silent;

  constructor(number: number, port: number | undefined, handlers: Handlers) {
    this.number = number;
    this.port = port;
    this.handlers = handlers;
    this.ready = new Promise((resolve) => {
      this.begin = () => {
        this.isReady = true;
        resolve('http://127.0.0.1:4321');
      };
    });
    this.ended = new Promise((resolve) => {
      this.end = (end = {}) => resolve({ code: 1, signal: null, ranFor: this.isReady ? 10 : 0, ...end });
    });
  }

  report = async (topic: string) => ({ pid: this.number, status: this.isReady ? 'ready' : 'starting', answer: topic });
  stop = (delay: boolean) => this.end({ code: delay ? 0 : 3 });
  kill = () => this.end({ code: null, signal: 'SIGKILL' });
}

function primaryOf(count: number) {
  const started: Puppet[] = [];
  const printed: string[] = [];
  const lines: string[] = [];
  const skip = () => undefined;
  const log = { debug: skip, info: skip, warn: skip, error: (_: unknown, line?: string) => void lines.push(line!) };
  const primary = new Primary({
    count,
    start: (number, port, handlers) => {
      started.push(new Puppet(number, port, handlers));
      return started.at(-1) as unknown as WorkerProcess;
    },
    print: (line) => void printed.push(line),
    log,
    closing: 0,
    silence: 700,
    restarts: new Restarts(1),
  });
  return { primary, started, printed, lines };
}

/** A primary all of whose workers are ready. */
async function running(count: number) {
  const parts = primaryOf(count);
  const start = parts.primary.start();
  parts.started[0]!.begin();
  expect(await start).to.equal(undefined);
  for (const one of parts.started.slice(1)) one.begin();
  return parts;
}

describe('the primary of workers', () => {
  it('starts the others once the first is ready, and prints what the first alone says until then', async () => {
    const { primary, started, printed } = primaryOf(3);
    const start = primary.start();
    const say = (at: number, line: string) => started[at]!.handlers.print!(line as never);
    say(0, 'the password');
    expect(started).to.have.length(1);
    started[0]!.begin();
    await start;
    expect(started.map(({ number }) => number)).to.deep.equal([1, 2, 3]);
    say(1, 'again');
    expect(printed).to.deep.equal(['the password']);
  });

  it('gives the exit code of a first worker that cannot start, and starts no other', async () => {
    const { primary, started } = primaryOf(2);
    const start = primary.start();
    started[0]!.end({ code: 7 });
    expect(await start).to.equal(7);
    expect(started).to.have.length(1);
  });

  it('starts a worker anew that ends, on the same port also where all have ended', async () => {
    const { started, lines } = await running(2);
    started[1]!.end({ code: null, signal: 'SIGKILL' });
    await until(() => started.length === 3);
    expect([started[2]!.number, started[2]!.port]).to.deep.equal([2, undefined]);
    expect(lines).to.deep.equal(['a worker ended by SIGKILL; it is started anew in 1 ms']);
    started[0]!.end();
    started[2]!.end();
    await until(() => started.length === 5);
    expect(started.slice(3).map(({ port }) => port)).to.deep.equal([4321, 4321]);
  });

  it('gives up when no worker can be started any more', async () => {
    const { primary, started } = await running(1);
    started[0]!.end();
    const failure = primary.failure.catch((error: Error) => error.message);
    for (let start = 1; start <= 8; start++) {
      await until(() => started.length === start + 1);
      started[start]!.end();
    }
    expect(await failure).to.equal('no worker can be started any more; the log says why each of them ended');
  });

  it('does not give up as long as one worker runs', async () => {
    const { started } = await running(2);
    started[1]!.end();
    for (let start = 2; start <= 10; start++) {
      await until(() => started.length === start + 1);
      started[start]!.end();
    }
    await until(() => started.length === 12);
  });

  it('kills a worker that answers nothing, and starts it anew', async () => {
    const { started, lines } = await running(2);
    started[0]!.fallSilent(false);
    started[1]!.fallSilent(true);
    await until(() => started.length === 3);
    expect(started[2]!.number).to.equal(2);
    expect(lines).to.deep.equal([
      'a worker has not answered for 700 ms, and is killed',
      'a worker ended by SIGKILL; it is started anew in 1 ms',
    ]);
  });

  it('says that nothing was reloaded when no worker could', async () => {
    const { primary, started } = await running(2);
    for (const one of started) one.reload = () => Promise.reject(new Error(`not ${one.number}`));
    expect(await primary.reload().catch((error: Error) => error.message)).to.equal('not 1');
    expect(started).to.have.length(2);
  });

  it('replaces a worker that could not reload while others could', async () => {
    const { primary, started, lines } = await running(2);
    started[1]!.reload = () => Promise.reject(new Error('no memory'));
    const reload = primary.reload();
    await until(() => started.length === 3);
    expect(started[2]!.number).to.equal(2);
    started[2]!.begin();
    await reload;
    expect((await started[1]!.ended).code).to.equal(3);
    expect(lines).to.deep.equal(['a worker could not reload, and is replaced: no memory']);
  });

  it('leaves a worker in place where the one that was to replace it cannot start', async () => {
    const { primary, started } = await running(1);
    const replaced = started[0]!.handlers.replace!(undefined as never);
    await until(() => started.length === 2);
    started[1]!.end();
    await replaced;
    expect((await primary.reports('x'))[0]).to.include({ worker: 1, status: 'ready', answer: 'x' });
    started[0]!.end();
    await until(() => started.length === 3);
  });

  it('stops all, and starts none anew', async () => {
    const { primary, started } = await running(2);
    await primary.stop();
    expect(await Promise.all(started.map(({ ended }) => ended.then(({ code }) => code)))).to.deep.equal([0, 0]);
    expect(started).to.have.length(2);
    expect((await primary.reports('x')).map(({ status }) => status)).to.deep.equal(['down', 'down']);
  });
});
