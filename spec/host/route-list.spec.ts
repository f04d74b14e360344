import { expect } from 'chai';
import { routeList } from '../../host/cli/route-list.ts';
import { createHost, definePlugin, type Host } from '../../host/index.ts';
import { runDefinition } from '../support/run-command.ts';

const guest = () => true;

const shop = definePlugin({
  name: 'shop',
  version: '1.0.0',
  description: 'Sells.',
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('shop', (server) => {
      const read = { callback: () => [], permission_callback: guest, args: { page: { type: 'integer' } } } as const;
      const args = { page: { type: 'integer' }, name: { type: 'string', required: true } } as const;
      const write = { methods: 'POST, PUT', callback: () => ({}), args };
      server.registerRoute('shop/v1', '/items', [read, write]);
      server.registerRoute('shop/v2', '/items', read);
    });
  },
});

const stall = definePlugin({
  name: 'stall',
  version: '1.0.0',
  description: 'Sells more.',
  requires: { shop: '^1.0.0' },
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('stall', (server) => {
      server.registerRoute('shop/v2', '/items', {
        methods: 'DELETE',
        callback: () => null,
        permission_callback: guest,
      });
    });
  },
});

describe('route list', () => {
  let host: Host;
  before(async () => {
    host = await createHost({ logLevel: 'silent', plugins: { only: [], folders: [shop, stall] } });
  });
  after(() => host.close());

  const listed = async (flags: Record<string, string>) => {
    const lines = await runDefinition(routeList(host), host.generation, {}, { format: 'csv', ...flags });
    return lines.join('\n').split('\n').slice(1);
  };

  it('prints the methods, the namespace and the plugin of each route', async () => {
    expect(await listed({})).to.deep.equal([
      '/shop/v1/items,"GET, POST, PUT",shop/v1,shop',
      '/shop/v2/items,"GET, DELETE",shop/v2,"shop, stall"',
    ]);
  });

  it('prints the arguments, the required ones, and whether every endpoint has a permission check', async () => {
    expect(await listed({ fields: 'route,args,required,guarded' })).to.deep.equal([
      '/shop/v1/items,"page, name",name,false',
      '/shop/v2/items,page,,true',
    ]);
  });

  it('lists those of a namespace, of a plugin and of a method', async () => {
    expect(await listed({ namespace: 'shop/v2', fields: 'route' })).to.deep.equal(['/shop/v2/items']);
    expect(await listed({ plugin: 'stall', fields: 'route' })).to.deep.equal(['/shop/v2/items']);
    expect(await listed({ method: 'put', fields: 'route' })).to.deep.equal(['/shop/v1/items']);
  });

  it('names the nearest value if no route matches', async () => {
    const refusals: [flags: Record<string, string>, line: string][] = [
      [{ namespace: 'shop/v3' }, 'no route has the namespace "shop/v3"; did you mean "shop/v1"?'],
      [{ plugin: 'stal' }, 'no route has the plugin "stal"; did you mean "stall"?'],
      [{ method: 'patch', plugin: 'stall' }, 'no route has the method "PATCH"'],
      [{ fields: 'route,arguments' }, 'there is no field "arguments"; the fields are '],
    ];
    for (const [flags, line] of refusals) {
      const message = await listed(flags).catch((error: Error) => `${error.name}: ${error.message}`);
      expect(message)
        .to.be.a('string')
        .and.match(new RegExp(`^CommandError: ${line.replace(/[.?]/g, '\\$&')}`));
    }
  });
});
