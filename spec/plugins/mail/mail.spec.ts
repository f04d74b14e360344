import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import { definePlugin } from '../../../core/index.ts';
import database from '../../../plugins/database/index.ts';
import mailPlugin, { type Mail, MailService } from '../../../plugins/mail/index.ts';
import options from '../../../plugins/options/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';

const MAIL = { to: 'alice@example.org', subject: 'Grüße', text: 'A secret: https://site.example/?key=abc\n\nBye' };

describe('mail without a server', () => {
  let folder: string;
  let generation: Generation;
  let mail: MailService;
  let logged: string[];
  let adjust: (mail: Mail) => Mail | undefined;

  const adjuster = definePlugin({
    name: 'adjuster',
    version: '1.0.0',
    description: 'Adjusts mails.',
    requires: { mail: '^0.1.0' },
    capabilities: ['authentication'],
    setup: ({ hooks }) => hooks.filter('cms_mail').tap('adjuster', (one) => adjust(one)),
  });

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-mail-spec-'));
    const write = (...parts: unknown[]) => void logged.push(JSON.stringify(parts));
    generation = await buildTestGeneration([database, options, mailPlugin, adjuster], {
      options: { database: { url: `sqlite:${join(folder, 'site.db')}` } },
      log: { debug: write, info: write, warn: write, error: write },
    });
    mail = generation.services.get('spec', MailService);
  });
  beforeEach(() => {
    logged = [];
    adjust = () => undefined;
    rmSync(join(folder, 'mail'), { recursive: true, force: true });
  });
  after(async () => {
    await generation.dispose();
    rmSync(folder, { recursive: true });
  });

  const files = () => readdirSync(join(folder, 'mail')).map((name) => join(folder, 'mail', name));
  const code = (one: Mail): Promise<string> =>
    mail.send(one).then(
      () => 'sent',
      (error: { code: string; status: number }) => `${error.status} ${error.code}`,
    );

  it('goes to a file that its owner alone may read, beside the database, whole and unbroken', async () => {
    expect(await mail.send({ ...MAIL, headers: { 'Reply-To': 'bob@example.org' } })).to.equal(true);
    const [file = ''] = files();
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(statSync(join(folder, 'mail')).mode & 0o777).to.equal(0o700);
    const text = readFileSync(file, 'utf8');
    expect(text).to.match(
      /^From: "Tappet" <noreply@localhost>\nTo: alice@example\.org\nSubject: Grüße\nDate: .* \+0000\n/,
    );
    expect(text).to.include('\nReply-To: bob@example.org\n').and.include(`\n\n${MAIL.text}\n`);
  });

  it('is logged with its recipient and its file, and nothing that it holds', async () => {
    await mail.send(MAIL);
    expect(logged).to.have.lengthOf(1);
    expect(logged[0]).to.include('alice@example.org').and.include(files()[0]!).and.include('TAPPET_MAIL_URL');
    expect(logged.join()).not.to.include('abc').and.not.to.include('Gr');
  });

  it('has text and HTML as parts of one message', async () => {
    await mail.send({ ...MAIL, html: '<p>Hello</p>' });
    const text = readFileSync(files()[0]!, 'utf8');
    const [, boundary = ''] = /multipart\/alternative; boundary="(\w+)"/.exec(text) ?? [];
    expect(text.split(`--${boundary}`)).to.have.lengthOf(4);
    expect(text).to.include('<p>Hello</p>');
  });

  it('keeps the newest hundred files', async () => {
    for (let number = 0; number < 103; number++) await mail.send({ ...MAIL, subject: `Mail ${number}` });
    expect(files()).to.have.lengthOf(100);
    const subjects = files().map((file) => /Subject: Mail (\d+)/.exec(readFileSync(file, 'utf8'))![1]);
    expect(subjects).to.include('102').and.not.to.include('0');
  });

  for (const [what, wrong, error] of [
    ['no address', { to: [] }, '400 mail_invalid_address'],
    ['an address that is none', { to: 'alice' }, '400 mail_invalid_address'],
    ['an address with a name', { to: 'Alice <alice@example.org>' }, '400 mail_invalid_address'],
    ['an address with a line break', { to: 'a@example.org\r\nBcc: b@example.org' }, '400 mail_invalid_address'],
    ['one bad address among good ones', { to: ['a@example.org', 'b@example.org\n'] }, '400 mail_invalid_address'],
    ['two addresses in one text', { to: 'a@example.org,b@example.org' }, '400 mail_invalid_address'],
    ['too many addresses', { to: Array(51).fill('a@example.org') }, '400 mail_invalid_address'],
    ['an address of no text', { to: [7 as unknown as string] }, '400 mail_invalid_address'],
    ['a subject with a line break', { subject: 'Hello\r\nBcc: b@example.org' }, '400 mail_invalid_subject'],
    ['a subject with a line separator', { subject: 'Hello\u2028there' }, '400 mail_invalid_subject'],
    ['an empty subject', { subject: ' ' }, '400 mail_invalid_subject'],
    ['a header with a line break', { headers: { 'X-A': 'a\nBcc: b@example.org' } }, '400 mail_invalid_header'],
    ['a header whose name has one', { headers: { 'X-A\nBcc': 'b@example.org' } }, '400 mail_invalid_header'],
    ['a header that names recipients', { headers: { bcc: 'b@example.org' } }, '400 mail_invalid_header'],
    ['a header of the message itself', { headers: { 'Content-Type': 'text/html' } }, '400 mail_invalid_header'],
    ['too much text', { text: 'x'.repeat(256 * 1024 + 1) }, '400 mail_too_large'],
  ] as const) {
    it(`is refused for ${what}`, async () => {
      expect(await code({ ...MAIL, ...(wrong as Partial<Mail>) })).to.equal(error);
      expect(existsSync(join(folder, 'mail'))).to.equal(false);
    });
  }

  it('is what taps of cms_mail make of it, and checked after that', async () => {
    adjust = (one) => ({ ...one, subject: 'Another' });
    expect(await code(MAIL)).to.equal('sent');
    expect(readFileSync(files()[0]!, 'utf8')).to.include('Subject: Another\n');
    adjust = (one) => ({ ...one, to: 'a@example.org\nBcc: b@example.org' });
    expect(await code(MAIL)).to.equal('400 mail_invalid_address');
  });
});
