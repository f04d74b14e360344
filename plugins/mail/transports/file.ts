import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../../core/index.ts';
import type { CheckedMail } from '../check.ts';
import type { Sender, Transport } from './transport.ts';

/** How many mails a folder keeps; older ones are removed. */
const KEPT = 100;

/**
 * Writes mails to files instead of sending them: for development and tests, and until a server is configured. A mail may
 * hold a secret, such as a link that sets a password: its file is its owner's alone, and the log names the file and not
 * what is in it.
 */
export class FileTransport implements Transport {
  readonly #folder: () => string;
  readonly #log: Logger;

  /** @param folder gives the folder, which is made with the first mail */
  constructor(folder: () => string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
  }

  async send(mail: CheckedMail, from: Sender): Promise<void> {
    const folder = this.#folder();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const now = new Date();
    // Named by time, so that a list of the folder shows them in order; two of one millisecond have names of their own.
    const name = `${now.toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`;
    const file = join(folder, name);
    await writeFile(file, messageOf(mail, from, now), { mode: 0o600, flag: 'wx' });
    this.#log.warn(
      { to: mail.to, file },
      'a mail was written to a file; give the address of a server in TAPPET_MAIL_URL to have mail sent',
    );
    await this.#prune(folder);
  }

  async #prune(folder: string): Promise<void> {
    const mails = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
    const old = mails.slice(0, Math.max(0, mails.length - KEPT));
    await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  }
}

/** A message as mail programs open it, and people read it: no line is broken or encoded. */
function messageOf({ to, subject, text, html, headers }: CheckedMail, from: Sender, date: Date): string {
  const head = [
    `From: "${from.name}" <${from.address}>`,
    `To: ${to.join(', ')}`,
    `Subject: ${subject}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
  ];
  if (html === undefined) return [...head, ...part('plain', text)].join('\n');
  const boundary = randomBytes(16).toString('hex');
  const parts = [part('plain', text), part('html', html)].flatMap((lines) => [`--${boundary}`, ...lines]);
  return [
    ...head,
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...parts,
    `--${boundary}--`,
    '',
  ].join('\n');
}

const part = (kind: 'plain' | 'html', text: string): string[] => [
  `Content-Type: text/${kind}; charset=utf-8`,
  'Content-Transfer-Encoding: 8bit',
  '',
  text,
  '',
];
