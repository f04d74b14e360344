import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import { CommandError } from '../../../core/index.ts';
import database from '../../../plugins/database/index.ts';
import options from '../../../plugins/options/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { runCommand } from '../../support/run-command.ts';

describe('commands of options', () => {
  let generation: Generation;
  before(async () => {
    generation = await buildTestGeneration([database, options], { options: { database: { url: 'sqlite::memory:' } } });
  });
  after(() => generation.dispose());

  it('get prints texts plain, and lists or --format=json as JSON', async () => {
    expect(await runCommand(generation, 'option get', { key: 'blogname' })).to.eql(['Tappet']);
    expect(await runCommand(generation, 'option get', { key: 'blogname' }, { format: 'json' })).to.eql(['"Tappet"']);
    expect(await runCommand(generation, 'option get', { key: 'sticky_posts' })).to.eql(['[]']);
  });

  it('update stores a text, or with --format=json what it stands for', async () => {
    expect(await runCommand(generation, 'option update', { key: 'a', value: '[1]' })).to.eql([
      "Success: Updated 'a' option.",
    ]);
    expect(await runCommand(generation, 'option get', { key: 'a' })).to.eql(['[1]']);
    await runCommand(generation, 'option update', { key: 'a', value: '{"b":[1]}' }, { format: 'json' });
    expect(await runCommand(generation, 'option get', { key: 'a' })).to.eql(['{"b":[1]}']);
    const failing = runCommand(generation, 'option update', { key: 'a', value: '{' }, { format: 'json' });
    expect(await failing.catch((error: Error) => error)).to.be.instanceOf(CommandError);
  });

  it('list no secret, which is printed where it is asked for by name', async () => {
    const secrets = [
      'mailserver_pass',
      'smtp_password',
      'shop_salt',
      'shop_api_key',
      'shop_client_secret',
      'shop_keys',
    ];
    for (const key of secrets) await runCommand(generation, 'option update', { key, value: 'hush' });
    await runCommand(generation, 'option update', { key: 'keyboard', value: 'shown' });
    for (const format of ['table', 'csv', 'json']) {
      const text = (await runCommand(generation, 'option list', {}, { format })).join('\n');
      expect(text, format)
        .to.not.contain('hush')
        .and.not.match(/[0-9a-f]{64}/);
      expect(text, format).to.contain('shown');
    }
    expect(await runCommand(generation, 'option get', { key: 'shop_api_key' })).to.eql(['hush']);
  });

  it('list finds options by name', async () => {
    const lines = await runCommand(generation, 'option list', {}, { search: 'page_*', format: 'json' });
    expect(JSON.parse(lines[0]!).map((row: { option_name: string }) => row.option_name)).to.eql([
      'page_comments',
      'page_for_posts',
      'page_on_front',
    ]);
  });

  it('delete removes an option, and refuses one that is not there', async () => {
    await runCommand(generation, 'option update', { key: 'gone', value: 'x' });
    expect(await runCommand(generation, 'option delete', { key: 'gone' })).to.eql(["Success: Deleted 'gone' option."]);
    for (const name of ['option get', 'option delete']) {
      const failure = await runCommand(generation, name, { key: 'gone' }).catch((error: Error) => error);
      expect(failure).to.be.instanceOf(CommandError);
    }
  });
});
