// Serves a site with every plugin to the fuzzer, from a process of its own: run with `--expose-gc` and a channel to the
// process that started it. It tells its address and the roles of its users, and on request how much memory it uses.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHost, definePlugin } from '../../../host/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';

const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'];
const users = new Map<string, number>();

/** Signs in as the role that a header names, without the cost of a password. */
const asRole = definePlugin({
  name: 'as-role',
  version: '1.0.0',
  description: 'Signs in by a header.',
  capabilities: ['authentication'],
  setup: ({ hooks }) =>
    hooks
      .filter('determine_current_user')
      .tap('as-role', (user, request) => users.get(request.getHeader('X-Role') ?? '') ?? user),
});

const folder = mkdtempSync(join(tmpdir(), 'fuzzed-'));
const host = await createHost({
  database: 'sqlite::memory:',
  logLevel: 'silent',
  plugins: { folders: [asRole] },
  options: { media: { folder }, passwords: { cost: 10 } },
});
const url = await host.listen(0, '127.0.0.1');
const store = host.generation.services.find(UserStore)!;
for (const role of ROLES) {
  const { id } = await store.create({ login: role, email: `${role}@example.org`, password: role, roles: [role] });
  users.set(role, id);
}

process.on('message', (message) => {
  if (message !== 'memory') return;
  // What waits for the end of a request is let go of first.
  setTimeout(() => {
    for (let round = 0; round < 4; round++) globalThis.gc!();
    const { heapUsed, external } = process.memoryUsage();
    process.send!({ memory: heapUsed + external });
  }, 200);
});
process.on('disconnect', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
process.send!({ url });
