import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import { definePlugin, type PluginHost } from '../../../core/index.ts';
import { mailHooks } from '../../../plugins/mail/hooks.ts';
import { Mailer } from '../../../plugins/mail/mailer.ts';
import { TemporaryMailError, type Transport } from '../../../plugins/mail/transports/transport.ts';
import { buildTestGeneration } from '../../support/generation.ts';

const MAIL = { to: 'alice@example.org', subject: 'Hello', text: 'A secret.' };

describe('a mailer', () => {
  let generation: Generation;
  let host: PluginHost;
  let failed: string[];
  let logged: string[];

  before(async () => {
    const plugin = definePlugin({
      name: 'mail',
      version: '0.1.0',
      description: 'Has the hooks of mail.',
      hooks: mailHooks,
      capabilities: ['mail'],
      setup(given) {
        host = given;
        given.hooks
          .action('cms_mail_failed')
          .tap('mail', (error, mail) => void failed.push(`${mail.to} ${error.message} ${JSON.stringify(mail)}`));
      },
    });
    generation = await buildTestGeneration([plugin]);
  });
  after(() => generation.dispose());
  beforeEach(() => {
    failed = [];
    logged = [];
  });

  const log = () => {
    const write = (...parts: unknown[]) => void logged.push(JSON.stringify(parts));
    return { debug: write, info: write, warn: write, error: write };
  };
  const mailer = (transport: Transport, { waiting = 10, retries = [0, 0] } = {}) =>
    new Mailer({
      hooks: host.hooks,
      log: log(),
      transport,
      sender: () => ({ name: '', address: 'a@b.c' }),
      waiting,
      retries,
    });

  it('tries again where the server may take the mail another time, and gives up after the last try', async () => {
    let tries = 0;
    const flaky = mailer({
      send: async () => {
        if (++tries < 3) throw new TemporaryMailError('451 later');
      },
    });
    expect(await flaky.send(MAIL)).to.equal(true);
    expect([tries, failed]).to.eql([3, []]);
    tries = -1;
    expect(await flaky.send(MAIL)).to.equal(false);
    expect(failed).to.eql(['alice@example.org 451 later {"to":["alice@example.org"],"subject":"Hello"}']);
  });

  it('gives up at once where the server refuses for good, fails nobody, and logs no text', async () => {
    let tries = 0;
    const refused = mailer({
      send: async () => {
        tries++;
        throw new Error('550 no such user');
      },
    });
    expect(await refused.send(MAIL)).to.equal(false);
    expect(tries).to.equal(1);
    expect(logged.join()).to.include('550 no such user').and.include('alice@example.org');
    expect(logged.join() + failed.join()).not.to.include('secret');
  });

  it('sends one after the other, and none beyond its bound', async () => {
    const open: (() => void)[] = [];
    const slow = mailer({ send: () => new Promise((resolve) => void open.push(resolve)) }, { waiting: 2 });
    const sent = [slow.send(MAIL), slow.send(MAIL), slow.send(MAIL)];
    expect(await sent[2]).to.equal(false);
    expect(open).to.have.lengthOf(1);
    expect(failed[0]).to.include('2 other mails wait already');
    open[0]!();
    expect(await sent[0]).to.equal(true);
    await new Promise(setImmediate);
    expect(open).to.have.lengthOf(2);
    open[1]!();
    expect(await sent[1]).to.equal(true);
    // There is room again.
    const next = slow.send(MAIL);
    await new Promise(setImmediate);
    open[2]!();
    expect(await next).to.equal(true);
  });

  it('tries what waits once more when it is closed, and waits for it', async () => {
    let tries = 0;
    const down = mailer(
      {
        send: async () => {
          tries++;
          throw new TemporaryMailError('no connection');
        },
      },
      { retries: [1_000_000] },
    );
    const sent = down.send(MAIL);
    while (tries === 0) await new Promise(setImmediate);
    await down.close();
    expect([await sent, tries]).to.eql([false, 2]);
  });
});
