import { expect } from 'chai';
import { definePlugin, RestError } from '../../../core/index.ts';
import { Abilities } from '../../../plugins/abilities/index.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { type ServeInit, serve } from '../../support/serve.ts';

/** The inputs with which abilities of a third party were run. */
const runs: unknown[] = [];
const fired: string[] = [];

const shop = definePlugin({
  name: 'shop',
  version: '1.0.0',
  description: 'Has abilities.',
  requires: { abilities: '^0.1.0' },
  setup({ hooks, use }) {
    const abilities = use(Abilities);
    hooks.action('rest_api_init').tap('shop', (server) => {
      const schema = { type: 'integer', context: ['view'] } as const;
      server.registerField('ability', 'letters', { schema, get_callback: (data) => String(data.name).length });
      server.registerField('ability-category', 'letters', { schema, get_callback: (data) => String(data.slug).length });
    });
    hooks.action('before_execute_ability').tap('shop', (name) => void fired.push(`before ${name}`));
    hooks.action('after_execute_ability').tap('shop', (name) => void fired.push(`after ${name}`));
    hooks.action('init').tap('shop', () => {
      abilities.registerCategory('orders', { label: 'Orders', description: 'Orders.' });
      const order = { type: 'object', properties: { order: { type: 'integer', required: true } } } as const;
      const common = { label: 'An ability', description: 'Does something.', category: 'orders', show_in_rest: true };
      const permission_callback = () => true;
      abilities.register('shop/refund', {
        ...common,
        input_schema: order,
        output_schema: { type: 'boolean' },
        permission_callback: (_input, { user }) => user.can('manage_options'),
        execute_callback: (input) => runs.push(input) > 0,
      });
      abilities.register('shop/forget', {
        ...common,
        input_schema: order,
        annotations: { destructive: true, idempotent: true },
        permission_callback,
        execute_callback: (input) => input,
      });
      abilities.register('shop/refuse', {
        ...common,
        permission_callback,
        execute_callback: () => new RestError('shop_closed', 'The shop is closed.', { status: 409 }),
      });
      abilities.register('shop/lie', {
        ...common,
        output_schema: { type: 'integer' },
        permission_callback,
        execute_callback: () => 'many',
      });
      abilities.register('shop/hidden', {
        ...common,
        show_in_rest: false,
        permission_callback,
        execute_callback: () => 1,
      });
    });
  },
});

describe('abilities', () => {
  let site: FullSite;
  before(async () => {
    site = await buildFullSite({ more: [shop] });
  });
  after(() => site.close());
  beforeEach(() => {
    runs.length = 0;
    fired.length = 0;
  });

  const ask = (method: string, path: string, login = 'admin', init: ServeInit = {}) =>
    serve(site.generation, method, `/cms-abilities/v1${path}`, {
      ...init,
      user: login === '' ? undefined : site.users[login]!.user,
    });
  const outcome = async (...asked: Parameters<typeof ask>) => {
    const { status, json } = await ask(...asked);
    return [status, json?.code ?? json];
  };
  const names = async (query: string) =>
    (await ask('GET', `/abilities?${query}`)).json.map(({ name }: { name: string }) => name);

  describe('are found', () => {
    it('by those who may read, page by page, and not where they are hidden', async () => {
      expect(await names('category=orders')).to.eql(['shop/refund', 'shop/forget', 'shop/refuse', 'shop/lie']);
      expect(await names('per_page=2&page=2')).to.eql(['core/get-environment-info', 'shop/refund']);
      const { headers } = await ask('GET', '/abilities?per_page=2', 'subscriber');
      expect(headers).to.include({ 'X-CMS-Total': '7', 'X-CMS-TotalPages': '4' });
      expect(headers.Link).to.include('rel="next"');
      expect(await outcome('GET', '/abilities', '')).to.eql([401, 'rest_cannot_view']);
    });

    it('with their schemas, annotations and the address that runs them', async () => {
      const { json } = await ask('GET', '/abilities/shop/forget');
      expect(json).to.deep.include({
        name: 'shop/forget',
        category: 'orders',
        output_schema: {},
        meta: { annotations: { readonly: null, destructive: true, idempotent: true }, show_in_rest: true },
      });
      expect(json.input_schema.properties.order.type).to.equal('integer');
      expect(json._links['cms:action-run'][0].href).to.match(/\/abilities\/shop\/forget\/run$/);
      expect((await ask('GET', '/abilities/shop/forget?_fields=name')).json).to.eql({ name: 'shop/forget' });
    });

    it('with the fields of third parties, where they are requested', async () => {
      expect((await ask('GET', '/abilities/shop/forget')).json.letters).to.equal(11);
      expect((await ask('GET', '/abilities/shop/forget?_fields=name,letters')).json).to.eql({
        name: 'shop/forget',
        letters: 11,
      });
      for (const query of ['context=embed', '_fields=name']) {
        expect((await ask('GET', `/abilities?${query}`)).json[0], query).to.not.have.property('letters');
      }
      expect((await ask('GET', '/categories/orders')).json.letters).to.equal(6);
      expect((await ask('GET', '/categories')).json.map(({ letters }: { letters: number }) => letters)).to.eql([
        4, 4, 6,
      ]);
      const { properties } = (await ask('OPTIONS', '/abilities')).json.schema;
      expect(properties.letters).to.include({ type: 'integer' });
    });

    it('under categories', async () => {
      const { json } = await ask('GET', '/categories');
      expect(json.map(({ slug }: { slug: string }) => slug)).to.eql(['site', 'user', 'orders']);
      expect((await ask('GET', '/categories/orders')).json).to.include({ slug: 'orders', label: 'Orders' });
      expect(await outcome('GET', '/categories/none')).to.eql([404, 'rest_ability_category_not_found']);
    });

    it('neither when there is none, nor when it is hidden', async () => {
      for (const name of ['shop/none', 'shop/hidden']) {
        expect(await outcome('GET', `/abilities/${name}`)).to.eql([404, 'rest_ability_not_found']);
        expect(await outcome('POST', `/abilities/${name}/run`)).to.eql([404, 'rest_ability_not_found']);
      }
    });
  });

  describe('are run', () => {
    it('by POST with what they take, cleaned', async () => {
      const answer = await outcome('POST', '/abilities/shop/refund/run', 'admin', { json: { input: { order: '7' } } });
      expect(answer).to.eql([200, true]);
      expect(runs).to.eql([{ order: 7 }]);
      expect(fired).to.eql(['before shop/refund', 'after shop/refund']);
    });

    it('by GET when they change nothing, with the input in the query', async () => {
      const { json } = await ask(
        'GET',
        '/abilities/core/get-site-info/run?input[fields][]=name&input[fields][]=charset',
      );
      expect(json).to.have.all.keys('name', 'charset');
      expect((await ask('GET', '/abilities/core/get-site-info/run')).json).to.include.keys(
        'url',
        'language',
        'version',
      );
      const own = await ask('GET', '/abilities/core/get-user-info/run', 'author');
      expect(own.json).to.include({ user_login: 'author' }).and.not.have.any.keys('email', 'password');
    });

    it('by DELETE when they are destructive and idempotent', async () => {
      expect(await outcome('DELETE', '/abilities/shop/forget/run?input[order]=7')).to.eql([200, { order: 7 }]);
    });

    it('by no other method', async () => {
      const wrong: [string, string][] = [
        ['POST', 'core/get-site-info'],
        ['GET', 'shop/refund'],
        ['DELETE', 'shop/refund'],
        ['POST', 'shop/forget'],
      ];
      for (const [method, name] of wrong) {
        expect(await outcome(method, `/abilities/${name}/run`)).to.eql([405, 'rest_ability_invalid_method']);
      }
    });

    it('only by users who are allowed to', async () => {
      const json = { input: { order: 7 } };
      expect(await outcome('POST', '/abilities/shop/refund/run', 'editor', { json })).to.eql([
        403,
        'rest_ability_cannot_execute',
      ]);
      expect(await outcome('POST', '/abilities/shop/refund/run', '', { json })).to.eql([
        401,
        'rest_ability_cannot_execute',
      ]);
      expect(await outcome('GET', '/abilities/core/get-environment-info/run', 'editor')).to.eql([
        403,
        'rest_ability_cannot_execute',
      ]);
      expect(runs).to.eql([]);
    });

    it('with input that fits alone', async () => {
      for (const input of [{}, { order: 'x' }, 7, [], null]) {
        const answer = await outcome('POST', '/abilities/shop/refund/run', 'admin', { json: { input } });
        expect(answer, JSON.stringify(input)).to.eql([400, 'ability_invalid_input']);
      }
      const unasked = await outcome('POST', '/abilities/shop/refuse/run', 'admin', { json: { input: 1 } });
      expect(unasked).to.eql([400, 'ability_missing_input_schema']);
      expect(fired).to.eql([]);
    });

    it('and answer with their own errors, and with no output that is invalid by their schema', async () => {
      expect(await outcome('POST', '/abilities/shop/refuse/run')).to.eql([409, 'shop_closed']);
      expect(await outcome('POST', '/abilities/shop/lie/run')).to.eql([500, 'ability_invalid_output']);
    });
  });

  it('are registered under names and categories that there are, once', async () => {
    const abilities = site.generation.services.get('spec', Abilities);
    const args = {
      label: 'One',
      description: 'One.',
      category: 'site',
      permission_callback: () => true,
      execute_callback: () => 1,
    };
    expect(() => abilities.register('One', args)).to.throw(TypeError, 'a name is like');
    expect(() => abilities.register('shop/refund', args)).to.throw(TypeError, 'already');
    expect(() => abilities.register('shop/one', { ...args, category: 'none' })).to.throw(
      TypeError,
      'no category "none"',
    );
    const open = { ...args, permission_callback: undefined as never };
    expect(() => abilities.register('shop/one', open)).to.throw(TypeError, 'permission_callback');
    expect(() => abilities.registerCategory('No Slug', { label: '', description: '' })).to.throw(TypeError, 'a slug');
  });
});
