import { createConnection } from 'node:net';
import { REDIS_URL } from './servers.ts';

const isThere = await new Promise<boolean>((resolve) => {
  const { hostname, port } = new URL(REDIS_URL);
  const socket = createConnection({ host: hostname, port: Number(port || 6379) });
  socket.setTimeout(2000, () => socket.destroy(new Error('late')));
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  socket.once('connect', () => socket.destroy());
});
if (!isThere && process.env.TEST_REDIS_URL !== undefined) throw new Error(`no server answers at ${REDIS_URL}`);

/** Describes behaviour that needs Redis. If no server answers, a skipped test says so. */
export function describeOnRedis(title: string, body: () => void): void {
  describe(`${title} on Redis`, () => {
    if (isThere) return body();
    it(`skipped, for no server answers at ${REDIS_URL}; name one in TEST_REDIS_URL`, function () {
      this.skip();
    });
  });
}
