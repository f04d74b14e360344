import pg from 'pg';

/** How often a connection is checked, how long an answer may take, and the pause before the next try, in milliseconds. */
export const PULSE = 300;
export const ANSWER = 600;
export const RETRY = 500;

/** How long a connection may take to open. */
export const OPENING = 3000;

/** What is thrown where an answer takes too long. */
export const late = (): Error => new Error('the server does not answer');

/** Opens a connection that belongs to no pool. Its loss fails what is asked of it; what is asked at once is sent at once. */
export async function opened(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: OPENING,
    keepAlive: true,
    pipeline: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
