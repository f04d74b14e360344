import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import authKeys, { AuthKeys } from '../../../plugins/auth-keys/index.ts';
import database from '../../../plugins/database/index.ts';
import options, { ReservedOptions } from '../../../plugins/options/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';

async function start(secret?: string) {
  const logged: string[] = [];
  const write = (...parts: unknown[]) => void logged.push(JSON.stringify(parts));
  const seed = definePlugin({
    name: 'aa-seed',
    version: '1.0.0',
    description: 'Sets the secret before the plugin looks for it.',
    requires: { options: '^0.1.0' },
    setup: (host) => (secret === undefined ? undefined : host.use(ReservedOptions).set('tappet_auth_keys', secret)),
  });
  const generation = await buildTestGeneration([database, options, seed, authKeys], {
    options: { database: { url: 'sqlite::memory:' } },
    log: { debug: write, info: write, warn: write, error: write },
  });
  return {
    generation,
    logged,
    keys: generation.services.get('spec', AuthKeys),
    stored: generation.services.get('spec', ReservedOptions),
  };
}

describe('the signing keys', () => {
  it('are made at the first start, and never logged', async () => {
    const { generation, stored, logged } = await start();
    const secret = stored.get<string>('tappet_auth_keys');
    expect(secret).to.match(/^[0-9a-f]{128}$/);
    expect(logged.join()).not.to.include(secret);
    await generation.dispose();
  });

  it('stay the same from one start to the next', async () => {
    const secret = 'ab'.repeat(64);
    const [one, two] = [await start(secret), await start(secret)];
    expect(one.stored.get('tappet_auth_keys')).to.equal(secret);
    expect(one.keys.sign('nonce', 'x')).to.equal(two.keys.sign('nonce', 'x'));
    for (const { generation } of [one, two]) await generation.dispose();
  });

  it('take the place of a secret that is none', async () => {
    const { generation, stored } = await start('short');
    expect(stored.get('tappet_auth_keys')).to.match(/^[0-9a-f]{128}$/);
    await generation.dispose();
  });

  it('sign each purpose and each text otherwise', async () => {
    const { generation, keys } = await start();
    const signatures = [keys.sign('a', 'x'), keys.sign('b', 'x'), keys.sign('a', 'y'), keys.sign('ax', '')];
    expect(new Set(signatures).size).to.equal(4);
    expect(signatures[0]).to.match(/^[0-9a-f]{64}$/);
    await generation.dispose();
  });

  it('follow the stored secret, and outlive its removal', async () => {
    const { generation, keys, stored } = await start();
    const first = keys.sign('a', 'x');
    await stored.set('tappet_auth_keys', 'cd'.repeat(64));
    const second = keys.sign('a', 'x');
    expect(second).not.to.equal(first);
    await stored.delete('tappet_auth_keys');
    expect(keys.sign('a', 'x')).to.equal(second);
    await generation.dispose();
  });
});
