import { expect } from 'chai';
import { defaulted, enums, integer, max, min, number, object, size, string } from 'superstruct';
import { type Disposer, definePlugin, type PluginDefinition, RestServer, serviceToken } from '../../core/index.ts';
import { loadOrder } from '../../core/plugin/index.ts';
import { buildTestGeneration } from '../support/generation.ts';

const plugin = (name: string, more: Partial<PluginDefinition> = {}): PluginDefinition =>
  definePlugin({ name, version: '1.0.0', description: name, setup: () => undefined, ...more });

const order = (...plugins: PluginDefinition[]) =>
  loadOrder(plugins.map((definition) => ({ definition, location: `plugins/${definition.name}` }))).map(
    ({ definition }) => definition.name,
  );

async function failureOf(plugins: PluginDefinition[], options?: Record<string, unknown>): Promise<string> {
  try {
    await buildTestGeneration(plugins, { options });
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it did not fail');
}

describe('loading order', () => {
  it('is by name, requirements first', () => {
    expect(order(plugin('c'), plugin('a', { requires: { z: '^1.0.0' } }), plugin('z'), plugin('b'))).to.deep.equal([
      'z',
      'a',
      'b',
      'c',
    ]);
  });

  it('puts the plugins that `after` names first, if they exist', () => {
    expect(order(plugin('a', { after: ['b', 'nobody'] }), plugin('b'))).to.deep.equal(['b', 'a']);
  });

  it('accepts a replacement in place of the replaced plugin', () => {
    const fast = plugin('fast', { version: '7.0.0', replaces: { fields: '0.1.0' } });
    expect(order(plugin('a', { requires: { fields: '^0.1.0' } }), fast)).to.deep.equal(['fast', 'a']);
    expect(order(plugin('b', { after: ['fields'] }), fast)).to.deep.equal(['fast', 'b']);
  });

  it('accepts only versions in `replaces`, and never the plugin itself', () => {
    const definition = (replaces: Record<string, string>) => () => plugin('fast', { replaces });
    expect(definition({ fields: '^0.1.0' })).to.throw(TypeError, `plugin "fast": replaces.fields must be a version`);
    expect(definition({ fast: '1.0.0' })).to.throw(TypeError, 'replaces names the plugin itself');
  });

  it('does not depend on the order in which plugins are found', () => {
    const plugins = [plugin('a', { requires: { c: '*' } }), plugin('b'), plugin('c', { after: ['d'] }), plugin('d')];
    expect(order(...[...plugins].reverse())).to.deep.equal(order(...plugins));
  });

  const refused: [fact: string, plugins: PluginDefinition[], words: string[]][] = [
    [
      'two plugins of one name',
      [plugin('a'), plugin('a')],
      ['two plugins are named "a"', 'plugins/a', 'rename or disable'],
    ],
    [
      'a missing requirement',
      [plugin('user', { requires: { optoins: '*' } }), plugin('options')],
      ['plugins/user', 'requires "optoins"', 'did you mean "options"?'],
    ],
    [
      'a version out of range',
      [plugin('a', { requires: { b: '^2.0.0' } }), plugin('b')],
      ['plugins/a', 'requires "b" ^2.0.0', 'plugins/b is 1.0.0'],
    ],
    [
      'a circle',
      [plugin('a', { requires: { b: '*' } }), plugin('b', { requires: { a: '*' } })],
      ['a -> b -> a', 'remove one requirement'],
    ],
    [
      'a plugin beside its replacement',
      [plugin('fields'), plugin('fast', { replaces: { fields: '0.1.0' } })],
      ['plugins/fast', 'replaces "fields"', 'cannot run beside plugins/fields', "disabled: ['fields']"],
    ],
    [
      'two replacements of one plugin',
      [plugin('a', { replaces: { fields: '0.1.0' } }), plugin('b', { replaces: { fields: '0.1.0' } })],
      ['plugins/b', 'replaces "fields"', 'cannot run beside plugins/a', "disabled: ['a']"],
    ],
    [
      'a replacement whose version is out of range',
      [plugin('a', { requires: { fields: '^2.0.0' } }), plugin('fast', { replaces: { fields: '1.4.0' } })],
      ['plugins/a', 'requires "fields" ^2.0.0', 'plugins/fast is 1.4.0'],
    ],
  ];
  for (const [fact, plugins, words] of refused) {
    it(`is refused for ${fact}, naming the folder and what to change`, () => {
      let message = '';
      try {
        order(...plugins);
      } catch (error) {
        message = (error as Error).message;
      }
      for (const word of words) expect(message).to.include(word);
    });
  }
});

describe('a generation', () => {
  it('sets a replacement of what an early plugin requires up early', async () => {
    const trail: string[] = [];
    const named = (name: string, more: Partial<PluginDefinition> = {}) =>
      plugin(name, { ...more, setup: () => void trail.push(name) });
    const early = named('switches', { early: true, requires: { store: '^1.0.0' } });
    await buildTestGeneration([named('a'), early, named('z-store', { replaces: { store: '1.0.0' } })]);
    expect(trail).to.deep.equal(['z-store', 'switches', 'a']);
  });

  it('runs disposers in reverse order, when setup fails too', async () => {
    const trail: string[] = [];
    const opened = (name: string, more: Partial<PluginDefinition> = {}) =>
      plugin(name, { ...more, setup: (): Disposer => () => void trail.push(name) });
    const generation = await buildTestGeneration([opened('a'), opened('b')]);
    await generation.dispose();
    expect(trail.splice(0)).to.deep.equal(['b', 'a']);
    const message = await failureOf([
      opened('a'),
      opened('b'),
      plugin('c', {
        setup() {
          throw new Error('no room');
        },
      }),
    ]);
    expect(message).to.equal('spec:c: plugin "c" failed in setup: no room');
    expect(trail).to.deep.equal(['b', 'a']);
  });

  it('refuses an option of the wrong kind, naming its key', async () => {
    const sized = plugin('sized', { options: object({ size: number() }) as never });
    expect(await failureOf([sized], { sized: { size: 'big' } })).to.equal(
      'spec:sized: options.sized.size must be number; correct it in the configuration',
    );
  });

  it('says what an option may be, and not what it is', async () => {
    const choice = enums(['open', 'closed']);
    const kinds = { size: max(min(integer(), 1), 9), choice, label: size(string(), 2, 3) };
    const sized = plugin('sized', { options: object({ size: kinds.size, choice, label: kinds.label }) as never });
    const refused = async (given: object) =>
      /sized\.(.*);/.exec(
        await failureOf([sized], { sized: { size: 1, choice: 'open', label: 'abc', ...given } }),
      )?.[1];
    expect(await refused({ size: 0 })).to.equal('size must be integer greater than or equal to 1');
    expect(await refused({ size: 10 })).to.equal('size must be integer less than or equal to 9');
    expect(await refused({ size: 'x' })).to.equal('size must be integer');
    expect(await refused({ choice: 'secret' })).to.equal('choice must be one of `"open","closed"`');
    expect(await refused({ label: 'secret' })).to.equal('label must be string with a length between `2` and `3`');
  });

  it('names the nearest option for an unknown one, nested ones too', async () => {
    const inner = object({ width: defaulted(number(), 1) });
    const sized = plugin('sized', {
      options: object({ size: defaulted(number(), 1), box: defaulted(inner, {}) }) as never,
    });
    const refused = (given: object) => failureOf([sized], { sized: given });
    expect(await refused({ sise: 1 })).to.equal(
      'spec:sized: there is no option options.sized.sise; did you mean "size"?',
    );
    expect(await refused({ box: { widht: 1 } })).to.equal(
      'spec:sized: there is no option options.sized.box.widht; did you mean "width"?',
    );
    expect(await refused({ colour: 1 })).to.equal(
      'spec:sized: there is no option options.sized.colour; the options are size, box',
    );
  });

  it('gives services by token, and names the nearest one for a token that no plugin provides', async () => {
    const Clock = serviceToken<{ now: number }>('clock');
    const Clok = serviceToken<{ now: number }>('clok');
    const clock = plugin('clock', { setup: (host) => host.provide(Clock, { now: 5 }) });
    let seen: unknown;
    const reader = plugin('reader', {
      requires: { clock: '*' },
      setup(host) {
        seen = host.use(Clock).now;
      },
    });
    await buildTestGeneration([reader, clock]);
    expect(seen).to.equal(5);
    const wrong = plugin('wrong', { after: ['clock'], setup: (host) => void host.use(Clok) });
    expect(await failureOf([clock, wrong])).to.include('did you mean "clock"?');
  });

  it('refuses two plugins that provide one service', async () => {
    const Clock = serviceToken<number>('clock');
    const provider = (name: string) => plugin(name, { setup: (host) => host.provide(Clock, 1) });
    expect(await failureOf([provider('a'), provider('b')])).to.include('which "a" provides; disable one of them');
  });

  it('serves by the class that cms_rest_server_class gives, and refuses one that is no server', async () => {
    class OwnServer extends RestServer {}
    const giving = (ServerClass: typeof RestServer) =>
      plugin('giver', { setup: ({ hooks }) => hooks.filter('cms_rest_server_class').tap('giver', () => ServerClass) });
    expect((await buildTestGeneration([giving(OwnServer)])).server).to.be.instanceOf(OwnServer);
    const none = class {} as unknown as typeof RestServer;
    expect(await failureOf([giving(none)])).to.include('must extend RestServer');
  });

  it('refuses two owners of one hook', async () => {
    const { action } = await import('../../core/index.ts');
    const owner = (name: string) => plugin(name, { hooks: { shared_hook: action<[]>({ params: [], meaning: name }) } });
    expect(await failureOf([owner('a'), owner('b')])).to.include('declares hook "shared_hook", which "a" declared');
  });
});
