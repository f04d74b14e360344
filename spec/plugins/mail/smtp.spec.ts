import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect } from 'chai';
import type { CheckedMail } from '../../../plugins/mail/check.ts';
import { SmtpTransport } from '../../../plugins/mail/transports/smtp.ts';

const MAIL: CheckedMail = {
  to: ['alice@example.org', 'bob@example.org'],
  subject: 'Hello',
  text: 'Some text',
  headers: { 'Reply-To': 'carol@example.org' },
};
const FROM = { name: 'The site', address: 'site@example.org' };

describe('mail by SMTP', () => {
  let server: Server;
  let sockets: Socket[];
  let lines: string[];
  /** What the server answers to a command; undefined for silence. */
  let answer: (line: string) => string | undefined;

  /** What a server that has no TLS answers. */
  const plain = (line: string): string | undefined => {
    if (/^EHLO/.test(line)) return '250 mail.example';
    if (line === 'DATA') return '354 Go on';
    if (/^(?:STARTTLS|HELO)/.test(line)) return '502 Not here';
    return /^(?:MAIL|RCPT|QUIT|\.$)/.test(line) ? '250 OK' : undefined;
  };

  before((done) => {
    sockets = [];
    server = createServer((socket) => {
      sockets.push(socket);
      const say = (text: string | undefined) => void (text !== undefined && socket.write(`${text}\r\n`));
      say(answer('greeting') ?? '220 mail.example');
      socket.setEncoding('utf8').on('error', () => undefined);
      let rest = '';
      socket.on('data', (chunk: string) => {
        const parts = (rest + chunk).split('\r\n');
        rest = parts.pop() ?? '';
        for (const line of parts) {
          lines.push(line);
          say(answer(line));
          if (line === 'QUIT') socket.end();
        }
      });
    }).listen(0, '127.0.0.1', done);
  });
  beforeEach(() => {
    lines = [];
    answer = plain;
  });
  after((done) => {
    for (const socket of sockets) socket.destroy();
    server.close(done);
  });

  const portOf = (one: Server) => (one.address() as { port: number }).port;
  const send = async ({ allowInsecure = true, timeout = 5000, port = portOf(server), secure = false } = {}) => {
    const address = { host: '127.0.0.1', port, secure, auth: undefined };
    try {
      await new SmtpTransport(address, { allowInsecure, timeout }).send(MAIL, FROM);
      return 'sent';
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`;
    }
  };

  it('is handed to the server with its headers and all recipients', async () => {
    expect(await send()).to.equal('sent');
    expect(lines).to.include.members(['RCPT TO:<alice@example.org>', 'RCPT TO:<bob@example.org>', 'Some text']);
    expect(lines.find((line) => line.startsWith('MAIL FROM'))).to.include('<site@example.org>');
    expect(lines).to.include.members([
      'From: The site <site@example.org>',
      'Reply-To: carol@example.org',
      'Subject: Hello',
    ]);
  });

  it('does not go to a server without TLS unless that is allowed', async () => {
    expect(await send({ allowInsecure: false })).not.to.equal('sent');
    expect(lines.join()).not.to.include('MAIL FROM');
  });

  it('does not go to a server whose certificate nobody trusts', async () => {
    const pem = readFileSync(new URL('../../fixtures/tls/self-signed.pem', import.meta.url));
    const other = createTlsServer({ key: pem, cert: pem }, (socket) => socket.on('error', () => undefined));
    await new Promise<void>(
      (resolve) => void other.on('tlsClientError', () => undefined).listen(0, '127.0.0.1', resolve),
    );
    expect(await send({ secure: true, port: portOf(other) })).to.match(/self.signed/i);
    other.close();
  });

  it('may be tried again after a status of 4xx, and not after one of 5xx', async () => {
    answer = (line) => (line.startsWith('RCPT') ? '451 Later' : plain(line));
    expect(await send()).to.match(/^TemporaryMailError: .*451/s);
    answer = (line) => (line.startsWith('RCPT') ? '550 Nobody' : plain(line));
    expect(await send()).to.match(/^Error: .*550/s);
  });

  it('may be tried again when the server is not there, or says nothing for too long', async () => {
    expect(await send({ port: 1 })).to.match(/^TemporaryMailError: .*ECONNREFUSED/s);
    answer = (line) => (line === '.' ? undefined : plain(line));
    expect(await send({ timeout: 150 })).to.match(/^TemporaryMailError: /);
  });
});
