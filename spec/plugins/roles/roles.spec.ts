import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import { definePlugin, HookFailureError, type PluginDefinition } from '../../../core/index.ts';
import database, { Database, maybeUnserialize } from '../../../plugins/database/index.ts';
import options, { ReservedOptions } from '../../../plugins/options/index.ts';
import rolesPlugin, { Roles, type RoleUser } from '../../../plugins/roles/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';

describe('roles', () => {
  let generation: Generation;
  let roles: Roles;
  const build = async (...more: PluginDefinition[]) => {
    generation = await buildTestGeneration([database, options, rolesPlugin, ...more], {
      options: { database: { url: 'sqlite::memory:', prefix: 'x_' } },
    });
    roles = generation.services.get('spec', Roles);
  };
  const tapping = (setup: PluginDefinition['setup']) =>
    definePlugin({ name: 'tapping', version: '1.0.0', description: 'Taps.', requires: { roles: '*' }, setup });
  const user = (own: Record<string, boolean>, id = 3) => roles.createUser(id, own) as RoleUser;
  afterEach(() => generation.dispose());

  it('of a new site are the five of the reference, serialized in the option that bears the prefix', async () => {
    await build();
    expect([...roles.all().keys()]).to.eql(['administrator', 'editor', 'author', 'contributor', 'subscriber']);
    const { db } = generation.services.get('spec', Database);
    const row = await db
      .selectFrom('options')
      .select('option_value')
      .where('option_name', '=', 'x_user_roles')
      .executeTakeFirst();
    const stored = maybeUnserialize(row!.option_value) as Record<string, { capabilities: object }>;
    expect(Object.keys(stored.subscriber!.capabilities).sort()).to.eql(['level_0', 'read']);
  });

  it('give as many capabilities as in the reference', async () => {
    await build();
    const counts = [...roles.all()].map(([slug, role]) => [slug, Object.keys(role.capabilities).length]);
    expect(Object.fromEntries(counts)).to.eql({
      administrator: 61,
      editor: 34,
      author: 10,
      contributor: 5,
      subscriber: 2,
    });
  });

  it('let a user do what they give, and no more', async () => {
    await build();
    const author = user({ author: true });
    expect(['edit_posts', 'publish_posts', 'exist'].every((name) => author.can(name))).to.equal(true);
    expect(
      ['edit_others_posts', 'nonsense', 'constructor', '__proto__', 'do_not_allow'].some((name) => author.can(name)),
    ).to.equal(false);
    expect(author.roles).to.eql(['author']);
  });

  it('add up, and the own entries of a user win over them', async () => {
    await build();
    const mixed = user({ subscriber: true, author: true, publish_posts: false, fly: true });
    expect(['upload_files', 'fly'].every((name) => mixed.can(name))).to.equal(true);
    expect(mixed.can('publish_posts')).to.equal(false);
    expect(roles.among({ author: false, editor: true, nobody: true })).to.eql(['editor']);
  });

  it('are read anew when the option changes', async () => {
    await build();
    await roles.set('pilot', { name: 'Pilot', capabilities: { fly: true } });
    expect(user({ pilot: true }).can('fly')).to.equal(true);
    expect(await roles.delete('pilot')).to.equal(true);
    expect(await roles.delete('pilot')).to.equal(false);
    expect(user({ pilot: true }).can('fly')).to.equal(false);
  });

  it('survive an option that another tool left in another shape', async () => {
    await build();
    await generation.services
      .get('spec', ReservedOptions)
      .set('x_user_roles', { ok: { name: 'Ok', capabilities: { a: 1, b: '1', c: '0', d: 0 } }, bad: 5 });
    expect([...roles.all().keys()]).to.eql(['ok']);
    expect({ ...roles.get('ok')!.capabilities }).to.eql({ a: true, b: true, c: false, d: false });
    await generation.services.get('spec', ReservedOptions).set('x_user_roles', 'nonsense');
    expect(roles.all().size).to.equal(0);
  });

  it('leave the mapping of capabilities to map_meta_cap: all mapped ones are needed, none means everybody', async () => {
    const asked: unknown[][] = [];
    await build(
      tapping(({ hooks }) => {
        hooks.filter('map_meta_cap').tap('tapping', (caps, cap, userId, args) => {
          if (cap !== 'edit_boat') return;
          asked.push([caps, cap, userId, args]);
          return args[0] === 'own' ? [] : args[0] === 'sunk' ? ['do_not_allow'] : ['edit_posts', 'sail'];
        });
      }),
    );
    const author = user({ author: true });
    const sailor = user({ author: true, sail: true });
    expect(author.can('edit_boat', 'other')).to.equal(false);
    expect(sailor.can('edit_boat', 'other')).to.equal(true);
    expect(author.can('edit_boat', 'own')).to.equal(true);
    expect(user({ administrator: true, do_not_allow: true }).can('edit_boat', 'sunk')).to.equal(false);
    expect(asked[0]).to.eql([['edit_boat'], 'edit_boat', 3, ['other']]);
  });

  it('let user_has_cap adjust what a user has, without a trace on the next question', async () => {
    await build(
      tapping(({ hooks }) => {
        hooks.filter('user_has_cap').tap('tapping', (all, caps, args, who) => {
          expect(caps).to.eql([args[0]]);
          return args[0] === 'fly' && who.id === 3 ? { ...all, fly: true } : all;
        });
      }),
    );
    expect(user({ subscriber: true }).can('fly')).to.equal(true);
    expect(user({ subscriber: true }, 4).can('fly')).to.equal(false);
    expect(user({ subscriber: true }).can('swim')).to.equal(false);
  });

  it('refuse by failing when a tap of the decision fails', async () => {
    await build(
      tapping(({ hooks }) => {
        hooks.filter('map_meta_cap').tap('tapping', () => {
          throw new Error('broken');
        });
      }),
    );
    expect(() => user({ administrator: true }).can('read')).to.throw(HookFailureError);
  });
});
