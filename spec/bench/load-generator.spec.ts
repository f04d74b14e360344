import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { UNIQUE } from './load/job.ts';
import { run } from './load/run.ts';

const servers: { close(): unknown }[] = [];

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (answer: RequestListener) => listen(createServer(answer));

/** A server that sends a given text after each request. */
const say = (speak: (socket: Socket) => unknown) =>
  listen(createTcpServer((socket) => socket.on('error', () => {}).on('data', () => speak(socket))));

const refusal = (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => 'none',
    (error: Error) => error.message,
  );

describe('the load generator of the benchmark', () => {
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  it('sends the given number of requests, in turn, and each connection begins at another one', async () => {
    const asked: string[] = [];
    const url = await serve(({ method, url: path, headers }, response) => {
      asked.push(`${method} ${path} ${headers.x ?? ''}`);
      response.end('fine');
    });
    const requests = [{ path: '/a' }, { path: '/b', method: 'OPTIONS', headers: { x: 'y' } }] as const;
    const result = await run({ url, requests, connections: 2, amount: 101 });
    expect([result.requests, result.failures, result.statuses]).to.eql([101, 0, { 200: 101 }]);
    expect(asked.slice(0, 2).sort()).to.eql(['GET /a ', 'OPTIONS /b y']);
    expect(new Set(asked)).to.have.lengthOf(2);
    expect([result.rate > 0, result.p50 > 0, result.p99 >= result.p50]).to.eql([true, true, true]);
  });

  it('reads answers in chunks to their end', async () => {
    const url = await serve(async (_request, response) => {
      response.write(JSON.stringify('0'.repeat(300_000)));
      await sleep(1);
      response.end('"0"');
    });
    const { statuses, failures } = await run({ url, requests: [{ path: '/' }], connections: 2, amount: 20 });
    expect([statuses, failures]).to.eql([{ 200: 20 }, 0]);
  });

  it('sends a unique body if it holds the mark', async () => {
    const bodies: string[] = [];
    const url = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push(body);
      response.writeHead(201, { 'content-length': 0 }).end();
    });
    const request = { path: '/', method: 'POST', body: `é ${UNIQUE} ${UNIQUE}` } as const;
    const { statuses } = await run({ url, requests: [request], connections: 3, amount: 30 });
    expect(statuses).to.eql({ 201: 30 });
    expect(new Set(bodies)).to.have.lengthOf(30);
    for (const body of bodies) expect(body).to.match(/^é (\d+x\d+) \1$/);
  });

  it('reads answers that arrive in chunks of any size', async () => {
    const answer = `HTTP/1.1 200 OK\r\nA: ${'b'.repeat(500)}\r\nContent-Length: 300000\r\n\r\n${'c'.repeat(300000)}`;
    const cuts = [0, 5, 526, 548, 549, 551, 70000, answer.length];
    const url = await say(async (socket) => {
      for (let at = 1; at < cuts.length; at++) {
        socket.write(answer.slice(cuts[at - 1], cuts[at]));
        await sleep(5);
      }
    });
    const { requests, statuses } = await run({ url, requests: [{ path: '/' }], connections: 2, amount: 4 });
    expect([requests, statuses]).to.eql([4, { 200: 4 }]);
  });

  it('counts answers other than 2xx as failures', async () => {
    let n = 0;
    const url = await serve((_request, response) => {
      response.statusCode = n++ % 2 === 0 ? 200 : 500;
      response.end('x');
    });
    const result = await run({ url, requests: [{ path: '/' }], connections: 1, amount: 10 });
    expect([result.requests, result.failures, result.statuses]).to.eql([10, 5, { 200: 5, 500: 5 }]);
  });

  it('stops sending when its time is over, and waits for the answers to sent requests', async () => {
    const quick = await serve((_request, response) => response.end('x'));
    const started = performance.now();
    expect((await run({ url: quick, requests: [{ path: '/' }], connections: 2, seconds: 0.1 })).requests).to.be.above(
      2,
    );
    expect(performance.now() - started).to.be.within(95, 1000);
    const slow = await serve((_request, response) => setTimeout(() => response.end('x'), 200));
    const result = await run({ url: slow, requests: [{ path: '/' }], connections: 3, seconds: 0.05 });
    expect([result.requests, result.p50 > 190]).to.eql([3, true]);
  });

  it('fails when a connection does not answer as it should', async () => {
    const ask = (url: string) => refusal(run({ url, requests: [{ path: '/' }], connections: 2, amount: 2 }));
    const head = 'HTTP/1.1 200 OK\r\n';
    expect(await ask(await say((socket) => socket.end()))).to.equal('the server closed a connection');
    expect(await ask(await say((socket) => socket.write(`${head}\r\n`)))).to.match(/^no answer with a length: HTTP/);
    const more = await say((socket) => socket.write(`${head}content-length: 1\r\n\r\nabc`));
    expect(await ask(more)).to.equal('the server said more than it was asked for');
    const gone = await serve(() => {});
    servers.pop()!.close();
    expect(await ask(gone)).to.match(/ECONNREFUSED/);
  });
});
