import { expect } from 'chai';
import { definePlugin, type RouteArgs } from '../../../core/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';

/** The message with which registering a route with these keys fails, or `registered`. */
async function refusal(args: unknown): Promise<string> {
  let answer = 'registered';
  const plugin = definePlugin({
    name: 'routed',
    version: '1.0.0',
    description: 'Registers a route.',
    setup: ({ hooks }) =>
      hooks.action('rest_api_init').tap('routed', (server) => {
        try {
          server.registerRoute('t/v1', '/item', args as RouteArgs);
        } catch (error) {
          answer = (error as Error).message;
        }
      }),
  });
  await (await buildTestGeneration([plugin])).dispose();
  return answer;
}

const callback = () => null;

describe('the keys of a route', () => {
  const wrong: [fact: string, args: unknown, line: string][] = [
    [
      'a check of permission that guards nothing',
      { callback, permision_callback: () => false },
      'route "/t/v1/item" has "permision_callback"; did you mean "permission_callback"?',
    ],
    ['a key of one of several groups', [{ callback }, { calback: callback }], 'did you mean "callback"?'],
    ['a key beside numbered groups', { 0: { callback }, shema: () => ({}) }, 'did you mean "schema"?'],
    [
      'the type of an argument',
      { callback, args: { name: { type: 'strnig' } } },
      'route "/t/v1/item": argument "name": there is no type "strnig"; did you mean "string"?',
    ],
    [
      'a type in a list of types',
      { callback, args: { name: { type: ['string', 'nul'] } } },
      'there is no type "nul"; did you mean "null"?',
    ],
    [
      'a type within a type',
      { callback, args: { box: { type: 'object', properties: { sizes: { type: 'array', items: { type: 'int' } } } } } },
      'argument "box".properties.sizes.items: there is no type "int"',
    ],
    [
      'the type of an argument that all groups share',
      { args: { name: { anyOf: [{ type: 'bool' }] } }, 0: { callback } },
      'argument "name".anyOf.0: there is no type "bool"; the types are array, object,',
    ],
  ];
  for (const [fact, args, line] of wrong) {
    it(`are refused when they misspell ${fact}`, async () => expect(await refusal(args)).to.include(line));
  }

  it('may be a route’s own if they resemble no known key', async () => {
    expect(await refusal({ 0: { callback }, owner: 'me', v2_only: true, args: { any: {} } })).to.equal('registered');
    expect(await refusal({ methods: 'GET', callback, args: { any: { type: ['string', 'null'] } } })).to.equal(
      'registered',
    );
  });
});
