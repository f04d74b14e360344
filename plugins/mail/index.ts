import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { boolean, defaulted, integer, max, min, object, optional, string } from 'superstruct';
import { definePlugin, PluginError, type PluginHost } from '../../core/index.ts';
import { isEmail } from '../../core/text/index.ts';
import { Database } from '../database/index.ts';
import { Options } from '../options/index.ts';
import { oneLine } from './check.ts';
import { mailHooks } from './hooks.ts';
import { MailService } from './mail.ts';
import { Mailer } from './mailer.ts';
import { FileTransport } from './transports/file.ts';
import { serverAddress } from './transports/server-address.ts';
import { SmtpTransport } from './transports/smtp.ts';
import type { Sender, Transport } from './transports/transport.ts';

export { oneLine } from './check.ts';
export type { UnsentMail } from './hooks.ts';
export { type Mail, MailService } from './mail.ts';

/** The variable of the environment that gives the address of a server, which may hold a password. */
const VARIABLE = 'TAPPET_MAIL_URL';

/** Where mails are written on a site whose database is no file. */
const STANDARD_FOLDER = './data/mail';

interface MailOptions {
  readonly url?: string | undefined;
  readonly folder?: string | undefined;
  readonly from?: string | undefined;
  readonly allowInsecure: boolean;
  readonly timeout: number;
}

/** The folder of the process for mails of sites whose database is in memory; it goes with the process. */
let temporary: string | undefined;

function temporaryFolder(): string {
  if (temporary !== undefined) return temporary;
  const folder = mkdtempSync(join(tmpdir(), 'tappet-mail-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  temporary = folder;
  return folder;
}

/** The environment comes before configuration; without an address of a server, mails are written to files. */
function transportOf({ use, log }: PluginHost, { url, folder, ...options }: MailOptions): Transport {
  const given = process.env[VARIABLE] ?? '';
  if (given !== '') return new SmtpTransport(serverAddress(given, `the environment's ${VARIABLE}`), options);
  if (url !== undefined) return new SmtpTransport(serverAddress(url, 'options.mail.url'), options);
  const { file, dialect } = use(Database);
  const standard = () => {
    if (file !== undefined) return join(dirname(file), 'mail');
    return dialect === 'sqlite' ? temporaryFolder() : STANDARD_FOLDER;
  };
  return new FileTransport(() => folder ?? standard(), log);
}

/** Who mails are from: the name of the site, and an address of its host unless another one is given. */
function senderOf({ site, use }: PluginHost, { from }: MailOptions): () => Sender {
  if (from !== undefined && !isEmail(from)) {
    throw new PluginError('mail: options.mail.from must be an address like "site@example.org"; correct it', {
      plugin: 'mail',
      ofConfiguration: true,
    });
  }
  const options = use(Options);
  return () => ({
    name: oneLine(options.get('blogname', '').replace(/["\\]/g, '')),
    address: from ?? `noreply@${new URL(site.home).hostname}`,
  });
}

export default definePlugin({
  name: 'mail',
  version: '0.1.0',
  description: 'Sends mail by SMTP, or writes it to files until a server is configured.',
  group: 'operations',
  cacheable: true,
  requires: { database: '^0.1.0', options: '^0.1.0' },
  capabilities: ['database', 'files', 'network', 'options:read'],
  options: object({
    /** The address of a server: `smtp://user:password@mail.example:587`, or `smtps://…`. */
    url: optional(string()),
    /** The folder to which mails are written without a server; `mail` beside the database by default. */
    folder: optional(string()),
    /** The address that mails are from; `noreply@` the host of the site by default. */
    from: optional(string()),
    /** Whether mail may go to a server that offers no TLS, as one of the same machine. */
    allowInsecure: defaulted(boolean(), false),
    /** How many milliseconds one mail may take. */
    timeout: defaulted(max(min(integer(), 100), 600_000), 30_000),
    /** How many mails may wait; more are given up. */
    waiting: defaulted(min(integer(), 1), 100),
  }),
  hooks: mailHooks,
  setup(host, { waiting, ...options }) {
    const { hooks, log } = host;
    const mailer = new Mailer({
      hooks,
      log,
      transport: transportOf(host, options),
      sender: senderOf(host, options),
      waiting,
    });
    host.provide(MailService, mailer);
    return () => mailer.close();
  },
});
