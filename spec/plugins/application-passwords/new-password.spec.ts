import { expect } from 'chai';
import { ReservedMeta } from '../../../plugins/meta/index.ts';
import { buildAuthSite } from '../../support/auth-site.ts';
import { runCommand } from '../../support/run-command.ts';

describe('application passwords of a user who gets another password', () => {
  const rows: [setting: object, left: number][] = [
    [{}, 1],
    [{ endWithPassword: true }, 0],
  ];
  for (const [setting, left] of rows) {
    it(`are ${left === 0 ? 'revoked' : 'left'} with ${JSON.stringify(setting)}`, async () => {
      const site = await buildAuthSite({ pluginOptions: { 'application-passwords': setting } });
      const alice = await site.addUser('alice');
      const make = ['user application-password create', { user: 'alice', name: 'Reader' }] as const;
      await runCommand(site.generation, ...make, { scope: 'read', expires: '2030-01-31T12:00:00Z' });
      await site.users.update(alice.id, { firstName: 'Alice' });
      const meta = site.generation.services.get('spec', ReservedMeta);
      const count = async () =>
        ((await meta.get('user', alice.id, '_application_passwords'))[0] as unknown[])?.length ?? 0;
      expect(await count()).to.equal(1);
      await site.users.update(alice.id, { password: 'another' });
      expect(await count()).to.equal(left);
      await site.generation.dispose();
    });
  }
});
