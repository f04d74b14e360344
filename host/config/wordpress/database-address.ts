import { existsSync } from 'node:fs';

/** Where the sockets of servers are that PHP reaches by the name `localhost`. */
const SOCKETS = ['/run/mysqld/mysqld.sock', '/var/lib/mysql/mysql.sock', '/tmp/mysql.sock'];

/** `DB_HOST` in its parts: `host`, `host:port`, `host:/socket`, `[::1]:port`, or an address of IPv6. */
function partsOf(given: string): { host: string; port?: string; socket?: string } {
  const text = given.replace(/^p:/, '');
  const socket = text.indexOf(':/');
  if (socket >= 0) return { host: text.slice(0, socket) || 'localhost', socket: text.slice(socket + 1) };
  const [, bracketed, withPort] = /^\[(.*)\](?::(\d+))?$/.exec(text) ?? [];
  if (bracketed !== undefined) return withPort ? { host: bracketed, port: withPort } : { host: bracketed };
  if (text.split(':').length > 2) return { host: text };
  const [host, port] = text.split(':');
  return port ? { host: host || 'localhost', port } : { host: host || 'localhost' };
}

/** The address of a database as this program takes it, from the constants of WordPress. */
export function databaseAddress(constants: Readonly<Record<'host' | 'user' | 'password' | 'name', string>>): string {
  const { host, port, socket } = partsOf(constants.host);
  // PHP takes the name for the socket of this machine.
  const path = socket ?? (host === 'localhost' && port === undefined ? SOCKETS.find(existsSync) : undefined);
  const [user, password, name] = [constants.user, constants.password, constants.name].map(encodeURIComponent);
  const at = host.includes(':') ? `[${host}]` : host;
  const query = path === undefined ? '' : `?socketPath=${encodeURIComponent(path)}`;
  return `mysql://${user}${password === '' ? '' : `:${password}`}@${at}${port ? `:${port}` : ''}/${name}${query}`;
}
