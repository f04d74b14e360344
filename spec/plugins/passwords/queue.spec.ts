import { EventEmitter } from 'node:events';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { HttpMiddleware } from '../../../core/index.ts';
import { rememberClient } from '../../../plugins/passwords/client.ts';
import { HashThread } from '../../../plugins/passwords/hash-thread.ts';
import type { Job } from '../../../plugins/passwords/job.ts';
import { HashQueue } from '../../../plugins/passwords/queue.ts';

/** A response whose connection can be closed. */
class Client extends EventEmitter {
  destroyed = false;

  /** Does work as a request of this client. */
  asks<T>(work: () => Promise<T>, method = 'POST'): Promise<T> {
    let result: Promise<T> | undefined;
    const context = { method, req: { headers: {} } as IncomingMessage, res: this as unknown as ServerResponse };
    rememberClient(context as Parameters<HttpMiddleware>[0], async () => {
      result = work();
      await result.catch(() => undefined);
    });
    return result!;
  }

  close(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

const job = (password: string): Job => ({ password, ln: 10 });
const outcomeOf = (work: Promise<unknown>) => work.catch((error: Error) => error);

describe('the queue of passwords', () => {
  let done: string[];
  /** Ends the jobs that the threads work on. */
  let finish: (() => void)[];
  const queueOf = (threads: number, waiting: number) =>
    new HashQueue({ threads, waiting }, () => ({
      run: (given) =>
        new Promise((resolve) => {
          done.push(given.password);
          finish.push(() => resolve(given.password));
        }),
    }));
  beforeEach(() => {
    done = [];
    finish = [];
  });
  const finishAll = async () => {
    while (finish.length > 0) {
      finish.shift()!();
      await setImmediate();
    }
  };

  it('works on as many at once as there are threads, the others one after the other', async () => {
    const queue = queueOf(2, 3);
    const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map((password) => queue.run(job(password))));
    await setImmediate();
    expect(done).to.eql(['a', 'b']);
    finish.shift()!();
    await setImmediate();
    expect(done).to.eql(['a', 'b', 'c']);
    await finishAll();
    expect(await all).to.eql(['a', 'b', 'c', 'd', 'e']);
  });

  it('refuses what would wait beyond its bound with 503 and Retry-After, and takes the next when there is room', async () => {
    const queue = queueOf(1, 1);
    const first = [queue.run(job('a')), queue.run(job('b'))];
    const refusal = await outcomeOf(queue.run(job('c')));
    expect(refusal).to.include({ code: 'rest_passwords_busy', status: 503 });
    expect(refusal).to.have.nested.property('headers.Retry-After');
    await setImmediate();
    await finishAll();
    await Promise.all(first);
    const next = queue.run(job('d'));
    await setImmediate();
    await finishAll();
    expect(await next).to.equal('d');
    expect(done).to.eql(['a', 'b', 'd']);
  });

  it('drops what waits for a client that has closed the connection, and makes room at once', async () => {
    const queue = queueOf(1, 120);
    const busy = queue.run(job('busy'));
    const clients = Array.from({ length: 120 }, () => new Client());
    const hungUp = clients.map((client, index) => outcomeOf(client.asks(() => queue.run(job(`gone ${index}`)))));
    for (const client of clients) client.close();
    for (const outcome of await Promise.all(hungUp)) expect(outcome).to.include({ status: 503 });
    const next = queue.run(job('next'));
    await setImmediate();
    await finishAll();
    expect(await Promise.all([busy, next])).to.eql(['busy', 'next']);
    expect(done).to.eql(['busy', 'next']);
    expect(clients.reduce((sum, client) => sum + client.listenerCount('close'), 0)).to.equal(0);
  });

  it('begins nothing for a client that has gone', async () => {
    const client = new Client();
    client.close();
    const queue = queueOf(1, 1);
    expect(await outcomeOf(client.asks(() => queue.run(job('late'))))).to.include({ status: 503 });
    expect(done).to.eql([]);
  });

  it('goes on after a job that failed', async () => {
    let count = 0;
    const queue = new HashQueue({ threads: 1, waiting: 1 }, () => ({
      run: async () => {
        if (count++ === 0) throw new Error('the thread has ended');
        return true;
      },
    }));
    expect(await outcomeOf(queue.run(job('a')))).to.be.instanceOf(Error);
    expect(await queue.run(job('b'))).to.equal(true);
  });
});

describe('a thread that hashes', () => {
  it('leaves the threads of files and sockets alone', async () => {
    const order: string[] = [];
    const queue = new HashQueue({ threads: 1, waiting: 8 });
    const hashes = Array.from({ length: 8 }, () => queue.run({ password: 'x', ln: 14 }).then(() => order.push('hash')));
    const files = Array.from({ length: 8 }, () => stat('package.json').then(() => order.push('file')));
    await Promise.all([...hashes, ...files]);
    expect(order).to.eql([...Array(8).fill('file'), ...Array(8).fill('hash')]);
  });

  it('hashes, checks, and hands errors on', async () => {
    const thread = new HashThread();
    const hash = String(await thread.run({ password: 'pässwörd', ln: 10 }));
    expect(await thread.run({ password: 'pässwörd', hashes: [hash] })).to.equal(true);
    expect(await thread.run({ password: 'passwörd', hashes: [hash] })).to.equal(false);
    expect(await outcomeOf(thread.run({ password: 'x'.repeat(5000), ln: 10 }))).to.be.instanceOf(Error);
  });

  it('decides by the first hash alone', async () => {
    const thread = new HashThread();
    const [one, other] = [
      await thread.run({ password: 'one', ln: 10 }),
      await thread.run({ password: 'other', ln: 10 }),
    ];
    const hashes = [String(one), String(other)];
    expect(await thread.run({ password: 'one', hashes })).to.equal(true);
    expect(await thread.run({ password: 'other', hashes })).to.equal(false);
  });
});
