import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import type { Host } from '../../host/index.ts';
import { listening } from './echo.ts';

describe('the line of a request', () => {
  let host: Host;
  let port: number;
  before(async () => {
    const started = await listening();
    host = started.host;
    port = Number(new URL(started.url).port);
  });
  after(() => host.close());

  /** Sends lines as they are; answers with the status and the body. */
  async function send(...lines: string[]): Promise<{ status: number; body: string }> {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.end(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    await once(socket, 'close');
    const [head = '', body = ''] = text.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), body };
  }

  it('may name the whole address, whose host counts, as one that is sent to a proxy', async () => {
    const { status, body } = await send(
      'GET http://example.org/cms-json/t/v1/echo?a=1 HTTP/1.1',
      'Host: other.example',
    );
    expect(status).to.equal(200);
    expect(body).to.contain('"params":{"a":"1"}').and.contain('"serverName":"example.org"');
    expect((await send('GET HTTP://example.org/page/one HTTP/1.1', 'Host: example.org')).body).to.contain('page one');
    expect((await send('GET http://example.org?rest_route=/t/v1/echo HTTP/1.1', 'Host: a')).status).to.equal(200);
    expect((await send('GET http://example.org HTTP/1.1', 'Host: example.org')).status).to.equal(404);
  });

  it('is refused with two hosts, wherever it leads and however they are written', async () => {
    for (const path of ['/cms-json/t/v1/echo', '/page/one', '/nothing']) {
      const { status, body } = await send(`GET ${path} HTTP/1.1`, 'Host: example.org', 'X-A: 1', 'hOST: example.org');
      expect(status).to.equal(400);
      expect(body).to.contain('The request names its host more than once.');
    }
    expect((await send('GET /page/one HTTP/1.1', 'Host: example.org')).status).to.equal(200);
  });
});
