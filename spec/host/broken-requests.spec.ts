import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import type { Host } from '../../host/index.ts';
import { ask, listening } from './echo.ts';

describe('requests that break off, or are no HTTP', () => {
  const logged: unknown[] = [];
  let host: Host;
  let url: string;
  before(async () => {
    const note = (...line: unknown[]) => void logged.push(line);
    ({ host, url } = await listening({ log: { debug: () => undefined, info: note, warn: note, error: note } }));
  });
  after(() => host.close());

  /** Sends the head of a request and what follows it, and waits until the connection is closed. */
  const send = async (headers: string, body: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.write(`POST /cms-json/t/v1/echo HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`);
    socket.end(body);
    await once(socket, 'close');
    return answer.split('\r\n', 1)[0];
  };

  const broken: [what: string, headers: string, body: string][] = [
    ['a chunk of a wrong size', 'Content-Type: application/json\r\nTransfer-Encoding: chunked', '5\r\n{"a":\r\nzz\r\n'],
    ['a text that ends too soon', 'Content-Type: application/json\r\nContent-Length: 500', '{"a":'],
    ['a file that ends too soon', 'Content-Type: image/png\r\nContent-Length: 500', 'png'],
  ];
  for (const [what, headers, body] of broken) {
    it(`are refused and leave no warning in the log: ${what}`, async () => {
      expect(await send(headers, body)).to.equal('HTTP/1.1 400 Bad Request');
      expect((await ask(`${url}/cms-json/t/v1/echo`)).status).to.equal(200);
      expect(logged).to.eql([]);
    });
  }
});
