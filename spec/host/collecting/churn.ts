/** Holds 40 MB, makes five times as much old garbage while it listens, and tells the most that was in use, in MB. */
import { getHeapStatistics } from 'node:v8';
import { createHost } from '../../../host/index.ts';

const host = await createHost({ logLevel: 'silent', plugins: { only: ['health'] } });
await host.listen(0, '127.0.0.1');
const held: unknown[] = [];
let most = 0;
for (let at = 0; at < 2000; at++) {
  // Each is in use until 400 others were made, by when it is old.
  held[at % 400] = Array.from({ length: 12_500 }, () => at);
  most = Math.max(most, getHeapStatistics().used_heap_size);
}
process.stdout.write(String(Math.round(most / 2 ** 20)));
await host.close();
