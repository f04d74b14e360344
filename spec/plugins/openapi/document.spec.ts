import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { createHost, type Host } from '../../../host/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: the specs check the shape of the document.
type Any = any;

const FIXTURES = fileURLToPath(new URL('../../fixtures/plugins', import.meta.url));

const shop = definePlugin({
  name: 'shop',
  version: '1.0.0',
  description: 'Routes of a third party.',
  setup({ hooks }) {
    const thing = (title: string) => () => ({
      title,
      type: 'object',
      properties: {
        id: { type: 'integer', context: ['view', 'edit'] },
        cost: { type: 'number', context: ['edit'] },
      },
    });
    const callback = () => null;
    const permission_callback = () => true;
    hooks.action('rest_api_init').tap('shop', (server) => {
      server.registerRoute('shop/v1', '/things', {
        0: { callback, permission_callback, args: { page: { type: 'integer' }, per_page: { type: 'integer' } } },
        1: {
          methods: 'POST',
          callback,
          permission_callback,
          deprecated: true,
          errors: { shop_closed: [409, 'The shop is closed.'], shop_sold_out: [409, 'Nothing is left.'], x: [400, ''] },
          args: { name: { type: 'string', required: true }, old: { type: 'string', deprecated: true } },
        },
        schema: thing('thing'),
      });
      const context = { type: 'string', enum: ['view', 'edit'] } as const;
      server.registerRoute('shop/v1', '/things/(?P<id>\\d+)', {
        0: { callback, args: { id: { type: 'integer' }, context } },
        1: { methods: 'PUT,PATCH', callback, args: { cost: { type: 'number' } } },
        2: { methods: 'PATCH,PURGE', callback },
        schema: thing('thing'),
      });
      server.registerRoute('shop/v1', '/things/(?P<slug>[a-z]+)', { callback });
      server.registerRoute('shop/v1', '/things/(?P<name>[A-Z]+)', { callback });
      server.registerRoute('shop/v1', '/prices', { 0: { callback }, schema: thing('price'), collection: 'map' });
      server.registerRoute('shop/v1', '/other', {
        0: { callback },
        schema: () => ({ title: 'thing', type: 'object' }),
      });
      server.registerRoute('shop/v1', '/hidden', { callback, show_in_index: false });
    });
    hooks.filter('openapi_security').tap('shop', (ways) => [...ways, { token: { type: 'http', scheme: 'bearer' } }]);
    hooks
      .filter('openapi_operation')
      .tap('shop', (operation, { path }) =>
        path === '/shop/v1/prices' ? { ...operation, summary: 'Prices' } : operation,
      );
    hooks.filter('openapi_document').tap('shop', (document) => ({ ...document, 'x-shop': true }));
  },
});

describe('the OpenAPI document', () => {
  let host: Host;
  let url: string;
  let document: Any;

  before(async () => {
    const plugins = { folders: [FIXTURES, shop], disabled: ['fields'] };
    host = await createHost({ logLevel: 'silent', database: 'sqlite::memory:', plugins });
    url = await host.listen(0, '127.0.0.1');
    document = await (await fetch(`${url}/openapi.json`)).json();
  });
  after(() => host.close());

  const operations = (): { path: string; method: string; operation: Any }[] =>
    Object.entries<Any>(document.paths).flatMap(([path, { parameters: _, ...item }]) => {
      const { 'x-additional-operations': others = {}, ...known } = item;
      return Object.entries<Any>({ ...known, ...others }).map(([method, operation]) => ({ path, method, operation }));
    });
  const schema = (name: string): Any => document.components.schemas[name];
  const answer = (path: string, method = 'get', status = 200): Any => document.paths[path][method].responses[status];
  const jsonOf = ({ content }: Any): Any => content['application/json'].schema;

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(valid, JSON.stringify(errors)).to.equal(true);
    expect(document.openapi).to.match(/^3\.1\./);
  });

  it('would not be called valid if it were not', async () => {
    const broken = structuredClone(document);
    broken.paths['/shop/v1/things'].get.parameters[0].in = 'nowhere';
    expect((await new Validator().validate(broken)).valid).to.equal(false);
  });

  it('describes every method of every route that is registered', () => {
    const described = new Set(operations().map(({ method, operation }) => `${method} ${operation['x-route']}`));
    const registered = new Set<string>();
    for (const { pattern, endpoints } of host.generation.server.routes.values()) {
      for (const { methods, show_in_index } of endpoints) {
        for (const method of show_in_index ? methods : []) registered.add(`${method.toLowerCase()} ${pattern}`);
      }
    }
    expect(registered.size).to.be.greaterThan(100);
    expect([...described].sort()).to.deep.equal([...registered].sort());
  });

  it('leaves out what the index hides', () => {
    expect(document.paths).not.to.have.property('/shop/v1/hidden');
  });

  it('has an id for each operation, made of its method and path', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(ids).to.include.members(['getIndex', 'getCmsV2PostsById', 'postCmsV2Posts', 'getCmsV2UsersMe']);
    for (const id of ids) expect(id).to.match(/^[a-z][A-Za-z0-9_]*$/);
  });

  it('resolves every reference in it', () => {
    const names = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(names.length).to.be.greaterThan(300);
    for (const [, kind, name] of names) expect(document.components[kind!], name).to.have.property(name!);
  });

  it('has the groups of a pattern as parameters of the path', () => {
    const [parameter] = document.paths['/shop/v1/things/{id}'].parameters;
    expect(parameter).to.deep.equal({
      name: 'id',
      in: 'path',
      required: true,
      schema: { type: 'integer', pattern: '^(?:\\d+)$' },
    });
    for (const [path, { parameters = [] }] of Object.entries<Any>(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(
        parameters.map(({ name }: Any) => name),
        path,
      ).to.deep.equal(named);
    }
  });

  it('distinguishes patterns that come to the same path', () => {
    expect(document.paths).to.include.keys('/shop/v1/things/{slug}#slug', '/shop/v1/things/{name}#name');
    expect(document.paths['/shop/v1/things/{slug}#slug'].parameters[0].schema.pattern).to.equal('^(?:[a-z]+)$');
  });

  it('describes the endpoint that answers, of several for one method, and methods that OpenAPI has no word for', () => {
    const item = document.paths['/shop/v1/things/{id}'];
    expect(item.patch).to.have.property('requestBody');
    expect(item['x-additional-operations']).to.have.all.keys('purge');
  });

  it('writes lists of the query with commas and objects by member', () => {
    const byName = (name: string) =>
      document.paths['/cms/v2/posts'].get.parameters.find((parameter: Any) => parameter.name === name);
    expect(byName('include')).to.include({ in: 'query', style: 'form', explode: false });
    expect(byName('per_page').schema).to.include({ type: 'integer', minimum: 1, maximum: 100, default: 10 });
  });

  it('has the parameters that every request may have once, and refers to them', () => {
    const { parameters } = document.components;
    expect(parameters).to.have.all.keys('_embed');
    const reference = { $ref: '#/components/parameters/_embed' };
    for (const { operation } of operations()) expect(operation.parameters).to.deep.include(reference);
  });

  it('writes the values that may be sent as a list, even where OPTIONS shows a map', () => {
    const enums: unknown[] = [];
    const visit = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      for (const [name, value] of Object.entries(part)) {
        if (name === 'enum') enums.push(value);
        visit(value);
      }
    };
    visit(JSON.parse(JSON.stringify(document.paths)));
    expect(enums).to.not.be.empty;
    expect(enums.filter((one) => !Array.isArray(one))).to.deep.equal([]);
  });

  it('describes bodies, with their required members', () => {
    const { requestBody } = document.paths['/shop/v1/things'].post;
    expect(requestBody.required).to.equal(true);
    expect(jsonOf(requestBody)).to.deep.equal({ $ref: '#/components/schemas/CreateThing' });
    expect(schema('CreateThing')).to.deep.equal({
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', maxLength: 65_536 },
        old: { type: 'string', maxLength: 65_536, deprecated: true },
      },
    });
    expect(document.paths['/shop/v1/things'].post.deprecated).to.equal(true);
    expect(document.paths['/shop/v1/things'].get).not.to.have.any.keys('deprecated', 'requestBody');
  });

  it('takes texts that answers show rendered as they are, or as raw', () => {
    expect(schema('CreatePost').properties.title.type).to.deep.equal(['string', 'object']);
    expect(schema('PostEdit').properties.title.type).to.equal('object');
  });

  it('says that files are uploaded as forms or as bytes', () => {
    const { content } = document.paths['/cms/v2/media'].post.requestBody;
    expect(content).to.have.all.keys('multipart/form-data', 'application/octet-stream');
    expect(content['multipart/form-data'].schema.allOf[1].required).to.deep.equal(['file']);
  });

  it('answers with items, lists with the headers of pages, and maps', () => {
    const list = answer('/shop/v1/things');
    expect(jsonOf(list)).to.deep.equal({ type: 'array', items: { $ref: '#/components/schemas/Thing' } });
    expect(list.headers).to.have.all.keys('X-CMS-Total', 'X-CMS-TotalPages', 'Link');
    expect(jsonOf(answer('/shop/v1/prices')))
      .to.include({ maxItems: 0 })
      .and.have.property('additionalProperties');
    for (const path of ['/cms/v2/posts/{parent}/revisions', '/cms/v2/posts/{id}/autosaves', '/cms/v2/themes']) {
      expect(jsonOf(answer(path)).type, path).to.equal('array');
    }
    for (const path of ['/cms/v2/users/me', '/cms/v2/settings', '/cms/v2/posts/{parent}/autosaves/{id}']) {
      expect(jsonOf(answer(path)), path).not.to.have.property('type');
    }
    expect(answer('/shop/v1/things', 'post', 201)).to.have.property('content');
  });

  it('has a schema for each context that can be requested', () => {
    expect(jsonOf(answer('/shop/v1/things/{id}'))).to.deep.equal({
      anyOf: [{ $ref: '#/components/schemas/Thing' }, { $ref: '#/components/schemas/ThingEdit' }],
    });
    expect(schema('Thing').properties).to.have.all.keys('id', '_links', '_embedded');
    expect(schema('ThingEdit').properties).to.have.all.keys('id', 'cost', '_links', '_embedded');
    expect(schema('Post').properties.title.properties).to.have.all.keys('rendered');
  });

  it('says that settings may be null', () => {
    expect(schema('Settings').properties.use_smilies.type).to.deep.equal(['boolean', 'null']);
  });

  it('gives another schema of the same title a number', () => {
    expect(jsonOf(answer('/shop/v1/other'))).to.deep.equal({ $ref: '#/components/schemas/Thing2' });
  });

  it('lists errors by status, with the error object', () => {
    const { responses } = document.paths['/cms/v2/posts/{id}'].get;
    expect(responses).to.include.keys('400', '401', '403', '404', 'default');
    expect(jsonOf(document.components.responses.NotFound)).to.deep.equal({ $ref: '#/components/schemas/Error' });
    expect(schema('Error').required).to.deep.equal(['code', 'message', 'data']);
  });

  it('lists errors of an unusual status, where a route declares them', () => {
    const { responses } = document.paths['/shop/v1/things'].post;
    expect(responses[409].description).to.equal('`shop_closed`: The shop is closed. `shop_sold_out`: Nothing is left.');
    expect(jsonOf(responses[409]).allOf).to.deep.equal([
      { $ref: '#/components/schemas/Error' },
      { properties: { code: { examples: ['shop_closed', 'shop_sold_out'] } } },
    ]);
    expect(responses[400]).to.deep.equal({ $ref: '#/components/responses/BadRequest' });
    expect(document.paths['/shop/v1/things'].get.responses).not.to.have.property('409');
  });

  it('lists the failures that the interface demands, with the routes that answer with them', () => {
    const codes = (method: string, path: string, status: number) =>
      jsonOf(document.paths[path][method].responses[status]).allOf[1].properties.code.examples;
    for (const path of ['posts', 'media', 'categories', 'users', 'comments'].map((name) => `/cms/v2/${name}/{id}`)) {
      expect(codes('delete', path, 501), path).to.deep.equal(['rest_trash_not_supported']);
    }
    expect(codes('post', '/cms/v2/tags', 500)).to.deep.equal(['empty_term_name']);
    expect(codes('put', '/cms/v2/tags/{id}', 500)).to.deep.equal(['empty_term_name', 'duplicate_term_slug']);
    expect(codes('post', '/cms/v2/users', 500)).to.deep.equal(['existing_user_login', 'existing_user_email']);
    expect(codes('post', '/cms/v2/media', 500)).to.deep.equal([
      'rest_upload_sideload_error',
      'rest_upload_unknown_error',
    ]);
    expect(document.paths['/cms/v2/posts'].post.responses).not.to.have.property('500');
  });

  it('has a tag for each namespace', () => {
    const names = document.tags.map(({ name }: Any) => name);
    expect(names).to.include.members(['index', 'cms/v2', 'shop/v1', 'webhooks/v1']);
    expect(document.paths['/shop/v1/things'].get.tags).to.deep.equal(['shop/v1']);
  });

  it('describes how to sign in: by cookie and nonce together, by application password, as third parties have it', () => {
    expect(document.components.securitySchemes).to.have.all.keys(
      ...['application-passwords', 'cookie', 'nonce', 'jwt-auth', 'token'],
    );
    expect(document.components.securitySchemes.nonce).to.include({ in: 'header', name: 'X-CMS-Nonce' });
    expect(document.security).to.deep.include.members([
      {},
      { cookie: [], nonce: [] },
      { 'jwt-auth': [] },
      { token: [] },
    ]);
    expect(document.paths['/shop/v1/prices'].get.security).to.deep.equal([]);
    expect(document.paths['/shop/v1/things'].get).not.to.have.property('security');
  });

  it('is changed by filters', () => {
    expect(document['x-shop']).to.equal(true);
    expect(document.paths['/shop/v1/prices'].get.summary).to.equal('Prices');
  });

  it('names the address of the interface', () => {
    expect(document.servers).to.deep.equal([{ url: `${url}/cms-json` }]);
  });
});
