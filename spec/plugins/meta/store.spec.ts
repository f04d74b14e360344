import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import { definePlugin, RequestContext } from '../../../core/index.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import meta, { MetaRegistry, MetaStore, type MetaType, ReservedMeta } from '../../../plugins/meta/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';

const TYPES: readonly MetaType[] = ['post', 'term', 'comment', 'user'];

describeOnDatabases('the store of metadata', (freshDatabase) => {
  let generation: Generation;
  let store: MetaStore;
  before(async () => {
    const url = await freshDatabase({ again: true });
    generation = await buildTestGeneration([database, meta, listening], { options: { database: { url } } });
    store = generation.services.get('spec', MetaStore);
  });
  after(() => generation.dispose());

  let heard: string[] = [];
  const listening = definePlugin({
    name: 'listening',
    version: '1.0.0',
    description: 'Writes down what becomes of metadata.',
    requires: { meta: '^0.1.0' },
    setup({ hooks }) {
      for (const event of ['added', 'updated', 'deleted'] as const) {
        for (const type of TYPES) {
          hooks.action(`${event}_${type}_meta`).tap('listening', (...told) => {
            heard.push(`${event} ${type} ${JSON.stringify(told)}`);
          });
        }
      }
    },
  });

  const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

  for (const type of TYPES) {
    it(`keeps the values of a ${type}, in the order in which they were added`, async () => {
      await store.add(type, 1, 'colour', 'red');
      await store.add(type, 1, 'colour', { mixed: ['blue', 2] });
      await store.add(type, 2, 'colour', 'green');
      expect(plain(await store.get(type, 1, 'colour'))).to.eql(['red', { mixed: ['blue', 2] }]);
      expect(await store.get(type, 1, 'size')).to.eql([]);
    });

    it(`gives a key of a ${type} one value in place of all`, async () => {
      await store.set(type, 1, 'colour', 'black');
      await store.set(type, 1, 'size', 5);
      expect(new Set(await store.get(type, 1, 'colour'))).to.eql(new Set(['black']));
      expect(await store.get(type, 1, 'size')).to.eql(['5']);
      expect(await store.get(type, 2, 'colour')).to.eql(['green']);
    });

    it(`reads what a request needs of each ${type} in one statement, until it is written`, async () => {
      const { statements } = generation.services.get('spec', Database);
      const context = new RequestContext();
      const colours = async (request = context) => {
        const before = statements.count;
        const values = await Promise.all([1, 2, 77, 1].map((id) => store.loader(type, request).load(id)));
        return [values.map((of) => of.get('colour')), statements.count - before];
      };
      await store.set(type, 7, 'colour', 'white');
      const expected = [[['black', 'black'], ['green'], undefined, ['black', 'black']]];
      expect(await colours()).to.eql([...expected, 1]);
      expect(await colours()).to.eql([...expected, 0]);
      expect(await colours(new RequestContext())).to.eql([...expected, 1]);
      await store.set(type, 2, 'colour', 'grey');
      expect(await colours()).to.eql([[['black', 'black'], ['grey'], undefined, ['black', 'black']], 1]);
      await generation.services.get('spec', Database).transaction(async () => {
        await store.set(type, 2, 'colour', 'green');
        expect((await colours())[0]).to.eql(expected[0]);
      });
      expect((await colours())[0]).to.eql(expected[0]);
    });

    it(`fires hooks when the values of a ${type} change, and not otherwise`, async () => {
      heard = [];
      await store.set(type, 9, 'size', 1);
      await store.set(type, 9, 'size', 1);
      await store.set(type, 9, 'size', 2);
      await store.addAll(type, 9, [
        ['size', { a: [3] }],
        ['b', 'x'],
      ]);
      expect(await store.delete(type, 9, 'none')).to.equal(false);
      await store.delete(type, 9, 'b', 'x');
      await store.delete(type, 9, 'size');
      await generation.services.get('spec', ReservedMeta).deleteAll(type, 9);
      expect(heard).to.eql([
        `added ${type} [9,"size",1]`,
        `updated ${type} [9,"size",2]`,
        `added ${type} [9,"size",{"a":[3]}]`,
        `added ${type} [9,"b","x"]`,
        `deleted ${type} [9,"b","x"]`,
        `deleted ${type} [9,"size",null]`,
      ]);
    });

    it(`removes values, keys and all metadata of a ${type}`, async () => {
      await store.add(type, 3, 'a', 1);
      await store.add(type, 3, 'a', 2);
      await store.add(type, 3, 'b', 1);
      expect(await store.delete(type, 3, 'a', 1)).to.equal(true);
      expect(await store.delete(type, 3, 'a', 1)).to.equal(false);
      expect(await store.get(type, 3, 'a')).to.eql(['2']);
      expect(await store.delete(type, 3, 'a')).to.equal(true);
      await generation.services.get('spec', ReservedMeta).deleteAll(type, 3);
      expect((await store.load(type, [3])).get(3)).to.eql(new Map());
    });
  }

  it('loads many objects in one statement, with an entry for each', async () => {
    const { statements } = generation.services.get('spec', Database);
    await store.add('post', 11, 'x', 1);
    await store.add('post', 12, 'y', 2);
    const before = statements.count;
    const all = await store.load('post', [11, 12, 13]);
    expect(statements.count - before).to.equal(1);
    expect(all).to.eql(
      new Map([
        [11, new Map([['x', ['1']]])],
        [12, new Map([['y', ['2']]])],
        [13, new Map()],
      ]),
    );
    expect(await store.load('post', [11, 12], ['y'])).to.eql(
      new Map([
        [11, new Map()],
        [12, new Map([['y', ['2']]])],
      ]),
    );
    expect(await store.load('post', [])).to.eql(new Map());
  });

  it('takes keys such as __proto__ for what they are', async () => {
    await store.set('post', 20, '__proto__', { polluted: true });
    expect(plain((await store.load('post', [20])).get(20)?.get('__proto__'))).to.eql([{ polluted: true }]);
    expect(({} as { polluted?: boolean }).polluted).to.equal(undefined);
  });

  it('refuses and hides the reserved keys of users, and of users alone', async () => {
    const { services } = generation;
    const reserved = services.get('spec', ReservedMeta);
    const keys = [
      'wp_capabilities',
      'WP_Capabilities',
      'wp_user_level',
      'session_tokens',
      '_application_passwords',
      '_totp_secret',
    ];
    for (const key of keys) {
      await reserved.set('user', 30, key, 'secret');
      const attempts: (() => Promise<unknown>)[] = [
        () => store.get('user', 30, key),
        () => store.load('user', [30], [key]),
        () => store.set('user', 30, key, 'mine'),
        () => store.add('user', 30, key, 'mine'),
        () => store.addAll('user', 30, [[key, 'mine']]),
        () => store.delete('user', 30, key),
        () => store.deleteAll('user', 30),
      ];
      for (const attempt of attempts) {
        expect(await attempt().then(String, String), `${attempt} of ${key}`).to.include('is reserved');
      }
      expect(await reserved.get('user', 30, key), key).to.eql(['secret']);
      const registering = () => services.get('spec', MetaRegistry).register('user', key, { type: 'string' });
      expect(registering, key).to.throw('is reserved');
      await store.set('post', 30, key, 'open');
    }
    expect((await store.load('user', [30])).get(30)).to.eql(new Map());
  });

  it('fires no hook for reserved keys of users', async () => {
    heard = [];
    const reserved = generation.services.get('spec', ReservedMeta);
    const key = `${generation.services.get('spec', Database).prefix}capabilities`;
    expect(store.isReserved('user', key)).to.equal(true);
    await reserved.set('user', 9, key, { editor: true });
    await reserved.delete('user', 9, key);
    expect(heard).to.eql([]);
  });
});

describeOnDatabases('a key of metadata that two hosts set at once', (freshDatabase) => {
  const OBJECTS = [
    ['post', 'posts', 'ID'],
    ['term', 'terms', 'term_id'],
    ['comment', 'comments', 'comment_ID'],
    ['user', 'users', 'ID'],
  ] as const;
  let folder: string;
  let hosts: readonly Generation[];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
    const fresh = await freshDatabase();
    const url = fresh.startsWith('sqlite') ? `sqlite:${join(folder, 'site.db')}` : fresh;
    const open = () => buildTestGeneration([database, meta], { options: { database: { url } } });
    hosts = [await open(), await open()];
  });
  after(async () => {
    for (const host of hosts) await host.dispose();
    await rm(folder, { recursive: true });
  });

  for (const [type, table, column] of OBJECTS) {
    it(`has one value, of a ${type}`, async () => {
      const id = await hosts[0]!.services.get('spec', Database).insert(table, { [column]: 7 } as never);
      const stores = hosts.map(({ services }) => services.get('spec', MetaStore));
      for (let time = 0; time < 10; time++) {
        await Promise.all(stores.map((store, at) => store.set(type, id, `key-${time}`, `of host ${at}`)));
        expect(await stores[0]!.get(type, id, `key-${time}`)).to.have.lengthOf(1);
      }
    });
  }
});
