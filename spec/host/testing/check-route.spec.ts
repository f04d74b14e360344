import { expect } from 'chai';
import { definePlugin, type EndpointArguments, type EndpointCallback, validateRequestArg } from 'tappet';
import { type CheckRouteOptions, checkRoute, describeRoute, type TestHost, testHost } from 'tappet/testing';

const ARGS: EndpointArguments = {
  name: { type: 'string', minLength: 1, maxLength: 9, required: true },
  count: { type: 'integer', minimum: 1, maximum: 5, default: 1 },
  size: { type: 'number', minimum: 0, exclusiveMinimum: true, multipleOf: 0.5 },
  loud: { type: 'boolean' },
  kind: { type: 'string', enum: ['a', 'b'] },
  when: { type: ['string', 'null'], format: 'date-time' },
  colour: { type: 'string', pattern: '^#[0-9a-f]{3}$' },
  ids: { type: 'array', items: { type: 'integer' }, maxItems: 3, uniqueItems: true },
  either: { type: ['integer', 'string'], oneOf: [{ type: 'integer' }, { type: 'string', format: 'email' }] },
  person: {
    type: 'object',
    properties: { mail: { type: 'string', format: 'email', required: true }, age: { type: 'integer' } },
    additionalProperties: false,
  },
};

const hostOf = (args: EndpointArguments, callback: EndpointCallback = () => 'ok', path = '/thing') =>
  testHost(
    definePlugin({
      name: 'thing',
      version: '1.0.0',
      description: '',
      setup: ({ hooks }) =>
        hooks.action('rest_api_init').tap('thing', (server) => {
          const permission_callback = () => true;
          server.registerRoute('thing/v1', path, { methods: 'GET, POST', args, callback, permission_callback });
        }),
    }),
  );

async function verdict(host: TestHost, options: CheckRouteOptions = {}, route = '/thing/v1/thing'): Promise<string> {
  try {
    await checkRoute(host, route, { runs: 20, ...options });
  } catch (error) {
    return (error as Error).message;
  } finally {
    await host.close();
  }
  return 'passes';
}

describe('checkRoute', () => {
  it('passes for a route that keeps to its schemas, in a query and in a body', async () => {
    expect(await verdict(await hostOf(ARGS))).to.equal('passes');
  });

  it('sends what is valid: the callback sees every kind of value', async () => {
    const seen = new Set<string>();
    const host = await hostOf(ARGS, (request) => {
      for (const [name, value] of Object.entries(request.getParams())) if (value !== null) seen.add(name);
      return 'ok';
    });
    expect(await verdict(host)).to.equal('passes');
    expect([...seen].sort()).to.deep.equal(Object.keys(ARGS).sort());
  });

  it('finds valid input that the route refuses', async () => {
    const count = { ...ARGS.count, validate_callback: (value: unknown) => Number(value) !== 3 };
    expect(await verdict(await hostOf({ count }))).to.match(/refuses input that its schemas allow[\s\S]*count/);
  });

  it('finds invalid input that the route accepts, and says why', async () => {
    const count = { ...ARGS.count, sanitize_callback: Number };
    const told = await verdict(await hostOf({ count }));
    expect(told).to.include('does not refuse a broken "count"').and.include('validate_callback');
    expect(told).to.include('Counterexample');
    expect(await verdict(await hostOf({ count: { ...count, validate_callback: validateRequestArg } }))).to.equal(
      'passes',
    );
  });

  it('finds input that makes the route fail', async () => {
    const shout: EndpointCallback = (request) => String(request.getParam('name')).normalize('NFC').at(3)!.toUpperCase();
    expect(await verdict(await hostOf({ name: ARGS.name! }, shout))).to.include('GET /thing/v1/thing fails: 500');
  });

  it('leaves out arguments of the path, and those of `except`', async () => {
    const args = {
      id: { type: 'string', enum: ['seven'], required: true },
      count: { ...ARGS.count, sanitize_callback: Number },
    } as const;
    const host = await hostOf(args, undefined, '/thing/(?P<id>[\\w-]+)');
    expect(await verdict(host, { except: ['count'], methods: ['POST'] }, '/thing/v1/thing/seven')).to.equal('passes');
  });

  it('uses given values where a schema does not say everything', async () => {
    const name: EndpointArguments[string] = {
      type: 'string',
      required: true,
      validate_callback: (value) => value === 'Ann',
    };
    expect(await verdict(await hostOf({ name }))).to.include('refuses input that its schemas allow');
    const found = await verdict(
      await hostOf({ name: { ...name, enum: ['Ann'], validate_callback: validateRequestArg } }),
      {
        values: { name: ['Ann'] },
      },
    );
    expect(found).to.equal('passes');
  });

  it('refuses a path that no route matches, and a method that the route lacks', async () => {
    expect(await verdict(await hostOf({}), {}, '/thing/v1/thin')).to.include('did you mean "/thing/v1/thing"?');
    expect(await verdict(await hostOf({}), { methods: ['PATCH'] })).to.equal(
      'route "/thing/v1/thing" does not answer PATCH',
    );
  });
});

describe('describeRoute', () => {
  let host: TestHost;
  before(async () => {
    host = await hostOf(ARGS);
  });
  after(() => host.close());

  describeRoute(() => host, '/thing/v1/thing', { runs: 10 });
});
