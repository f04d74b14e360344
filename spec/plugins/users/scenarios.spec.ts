import { expect } from 'chai';
import { definePlugin, RestError, RestResponse } from '../../../core/index.ts';
import allowHeader from '../../../plugins/allow-header/index.ts';
import avatars from '../../../plugins/avatars/index.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import meta from '../../../plugins/meta/index.ts';
import options from '../../../plugins/options/index.ts';
import optionsDescription from '../../../plugins/options-description/index.ts';
import pagination from '../../../plugins/pagination/index.ts';
import passwords from '../../../plugins/passwords/index.ts';
import roles from '../../../plugins/roles/index.ts';
import users from '../../../plugins/users/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { describeFailures, replay } from '../../support/replay.ts';
import { addRoleUsers } from '../../support/role-users.ts';

/** Just enough of items to have authors: they are stored, read, and given to someone else. */
const items = definePlugin({
  name: 'items',
  version: '1.0.0',
  description: 'Stores the authors of items.',
  requires: { database: '*', users: '*' },
  setup({ hooks, use, brand, site }) {
    const { db, insert } = use(Database);
    hooks.action('rest_api_init').tap('items', (server) => {
      const permission_callback = () => true;
      server.registerRoute(brand.namespace, '/posts', {
        methods: 'POST',
        permission_callback,
        callback: async (request) => {
          const author = Number(request.getParam('author') ?? request.user.id);
          const id = await insert('posts', { post_author: author });
          const location = `${site.home}/${brand.urlPrefix}/${brand.namespace}/posts/${id}`;
          return new RestResponse({ id, author }, 201, { Location: location });
        },
      });
      const item = '/posts/(?P<id>\\d+)';
      server.registerRoute(brand.namespace, item, {
        permission_callback,
        callback: async (request) => {
          const row = await db
            .selectFrom('posts')
            .select('post_author')
            .where('ID', '=', Number(request.getParam('id')))
            .executeTakeFirst();
          return row === undefined ? new RestError('gone', 'Gone.', { status: 404 }) : { author: row.post_author };
        },
      });
      server.registerRoute(brand.namespace, item, {
        methods: 'DELETE',
        permission_callback,
        callback: async (request) => {
          await db
            .deleteFrom('posts')
            .where('ID', '=', Number(request.getParam('id')))
            .execute();
          return {};
        },
      });
    });
    hooks.action('delete_user').tap('items', async (id, reassign) => {
      await db
        .updateTable('posts')
        .set({ post_author: reassign ?? 0 })
        .where('post_author', '=', id)
        .execute();
    });
  },
});

const plugins = [
  database,
  options,
  meta,
  roles,
  passwords,
  avatars,
  users,
  items,
  allowHeader,
  pagination,
  optionsDescription,
];
const isOfUsers = (step: string) => step === 'me' || step.startsWith('user');

describe('users, as recorded', () => {
  for (const [name, only] of [['users-read'], ['users-crud'], ['options-terms-users', isOfUsers]] as const) {
    it(`answers the scenario ${name}`, async () => {
      const generation = await buildTestGeneration(plugins, { options: { database: { url: 'sqlite::memory:' } } });
      try {
        const byRole = await addRoleUsers(generation);
        // The site on which the scenarios were recorded has an item of its administrator from the start.
        await generation.services.get('spec', Database).insert('posts', { post_author: byRole.admin.user.id });
        const result = await replay(generation, name, { users: byRole, only });
        expect(describeFailures(result)).to.equal('');
        expect(result.passed).to.be.greaterThan(4);
      } finally {
        await generation.dispose();
      }
    });
  }
});
