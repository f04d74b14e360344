import { PluginError } from '../../../core/index.ts';

/** A server that takes mail, read from an address such as `smtps://user:password@mail.example`. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  /** Whether the connection is over TLS from its start; otherwise it becomes so by STARTTLS. */
  readonly secure: boolean;
  /** Whom to sign in as; undefined for a server that asks nobody. */
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

/** The standard ports, by scheme. */
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

const FORM = 'an address like "smtp://user:password@mail.example:587" or "smtps://mail.example"';

/**
 * Reads the address of a server. `where` says where it was given: `options.mail.url`.
 *
 * @throws a `PluginError` of one line that says where and what to do, and never shows the address itself
 */
export function serverAddress(text: string, where: string): ServerAddress {
  const wrong = (what: string) =>
    new PluginError(`mail: ${where} must be ${FORM}; ${what}`, { plugin: 'mail', ofConfiguration: true });
  if (!URL.canParse(text)) throw wrong('it is no address; correct it');
  const url = new URL(text);
  const port = PORTS[url.protocol];
  if (port === undefined) throw wrong('it begins with another scheme; write smtp:// or smtps://');
  if (url.hostname === '') throw wrong('it names no server; add one');
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') {
    throw wrong(
      'something stands behind the server; take it out, and write / ? and # of a password as %2F, %3F and %23',
    );
  }
  if ((url.username === '') !== (url.password === '')) throw wrong('user and password go together; give both or none');
  const [user, pass] = [url.username, url.password].map((part) => decoded(part));
  if (user === undefined || pass === undefined) throw wrong('a % in user and password is written %25; correct it');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? port : Number(url.port),
    secure: url.protocol === 'smtps:',
    auth: user === '' ? undefined : { user, pass },
  };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
