import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import { definePlugin, type PluginDefinition, RestError } from '../../../core/index.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import options, { Options } from '../../../plugins/options/index.ts';
import optionsDescription from '../../../plugins/options-description/index.ts';
import settings, { type SettingArgs, Settings } from '../../../plugins/settings/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { serve, userWith } from '../../support/serve.ts';

const admin = userWith('manage_options');

const COLOUR: SettingArgs = {
  type: 'string',
  default: 'red',
  show_in_rest: { name: 'tone', schema: { enum: ['red', 'blue', 'sad'] } },
};

/** A plugin with settings of its own, one of which it stores elsewhere. */
const colours = definePlugin({
  name: 'colours',
  version: '1.0.0',
  description: 'Settings of a spec.',
  requires: { settings: '*' },
  setup({ hooks, use }) {
    const store = new Map<string, unknown>([['elsewhere', 'far']]);
    hooks.action('init').tap('colours', () => {
      const all = use(Settings);
      all.register('colour', COLOUR);
      all.register('elsewhere', { type: 'string', show_in_rest: true });
      all.register('shape', {
        type: 'object',
        show_in_rest: { schema: { properties: { sides: { type: 'integer', minimum: 3 } } } },
        sanitize_callback: (value, stored) => ({ ...(value as object), before: typeof stored }),
      });
      all.register('tuned', { type: 'integer', show_in_rest: true, sanitize_callback: (value) => Number(value) + 1 });
    });
    hooks.filter('rest_pre_get_setting').tap('colours', (value, name) => store.get(name) ?? value);
    hooks.filter('rest_pre_update_setting').tap('colours', (done, name, value) => {
      if (name !== 'elsewhere') return done;
      store.set(name, value);
      return true;
    });
    hooks
      .filter('sanitize_option_{option}')
      .for('tuned')
      .tap('colours', (value) => Number(value) * 10);
    hooks
      .filter('sanitize_option_{option}')
      .for('colour')
      .tap('colours', (value) => {
        if (value === 'sad') throw new RestError('too_sad', 'No.', { status: 400 });
        return value;
      });
  },
});

const plugins = [database, options, settings, optionsDescription];

const build = (more: readonly PluginDefinition[], url: string): Promise<Generation> =>
  buildTestGeneration([...plugins, ...more], { options: { database: { url } } });

describeOnDatabases('the settings plugin', (freshDatabase) => {
  let generation: Generation;
  let stored: Options;
  const get = async () => (await serve(generation, 'GET', '/cms/v2/settings', { user: admin })).json;
  const post = (json: object) => serve(generation, 'POST', '/cms/v2/settings', { user: admin, json });

  beforeEach(async () => {
    generation = await build([colours], await freshDatabase({ again: true }));
    stored = generation.services.get('spec', Options);
  });
  afterEach(() => generation.dispose());

  it('shows numbers and booleans of options that are stored as text', async () => {
    expect(await get()).to.include({ posts_per_page: 10, use_smilies: true, start_of_week: 1, site_logo: null });
  });

  it('shows the address that the site is reached by until one is set', async () => {
    expect((await get()).url).to.equal('http://localhost');
    expect((await post({ url: 'https://example.org/a b' })).json.url).to.equal('https://example.org/a%20b');
    expect((await get()).url).to.equal('https://example.org/a%20b');
  });

  it('reads a boolean set to false back as null, as the answer to the update does not', async () => {
    expect((await post({ use_smilies: false })).json.use_smilies).to.equal(false);
    expect((await get()).use_smilies).to.equal(null);
  });

  it('shows the default of the registration once null has taken a value away', async () => {
    await post({ posts_per_page: 7, tone: 'blue' });
    const { status, json } = await post({ posts_per_page: null, tone: null });
    expect(status).to.equal(200);
    expect(json).to.include({ posts_per_page: 10, tone: 'red' });
    expect(stored.has('posts_per_page')).to.equal(false);
  });

  it('refuses to take away a stored value that does not fit its schema', async () => {
    await stored.set('start_of_week', 'monday');
    expect((await get()).start_of_week).to.equal(null);
    const { status, json } = await post({ title: 'New', start_of_week: null });
    expect([status, json.code]).to.eql([400, 'rest_invalid_stored_value']);
    expect(stored.get('blogname')).to.equal('Tappet');
    expect(stored.get('start_of_week')).to.equal('monday');
  });

  it('changes nothing when one value is invalid', async () => {
    const { status, json } = await post({ title: 'New', posts_per_page: 'many', use_smilies: 'perhaps' });
    expect([status, json.code]).to.eql([400, 'rest_invalid_param']);
    expect(Object.keys(json.data.params)).to.eql(['use_smilies', 'posts_per_page']);
    expect(stored.get('blogname')).to.equal('Tappet');
  });

  it('changes nothing, in memory and in the database, when a value is refused while it is stored', async () => {
    const { status, json } = await post({ title: 'New', tone: 'sad' });
    expect([status, json.code]).to.eql([400, 'too_sad']);
    expect(stored.get('blogname')).to.equal('Tappet');
    const { db } = generation.services.get('spec', Database);
    const row = db.selectFrom('options').select('option_value').where('option_name', '=', 'blogname');
    expect(await row.executeTakeFirst()).to.eql({ option_value: 'Tappet' });
  });

  const cleaned: [string, unknown, unknown][] = [
    ['title', '<script>x</script> & "y"', '&lt;script&gt;x&lt;/script&gt; &amp; &quot;y&quot;'],
    ['description', 'a &amp; b', 'a &amp; b'],
    ['date_format', ' <b>Y</b>-m-d ', 'Y-m-d'],
    ['time_format', 'H:i<script>x</script>', 'H:ix'],
    ['posts_per_page', 0, 1],
    ['posts_per_page', -1, -1],
    ['posts_per_page', -7, 7],
    ['start_of_week', -3, 3],
    ['timezone', 'Europe/Berlin', 'Europe/Berlin'],
    ['timezone', 'Mars/Phobos', ''],
    ['timezone', '+05:30', ''],
    ['url', 'javascript:alert(1)', 'http://localhost'],
    ['language', 'de_DE', ''],
    ['email', 'a@b.example', 'a@b.example'],
  ];
  for (const [name, given, shown] of cleaned) {
    it(`stores ${name} ${JSON.stringify(given)} as ${JSON.stringify(shown)}`, async () => {
      const { status, json } = await post({ [name]: given });
      expect([status, json[name]]).to.eql([200, shown]);
      expect((await get())[name]).to.equal(shown);
    });
  }

  it('are not made of reserved options', () => {
    const registry = generation.services.get('spec', Settings);
    for (const name of ['wp_user_roles', 'tappet_auth_keys']) {
      expect(() => registry.register(name, { type: 'object', show_in_rest: true }), name).to.throw('is reserved');
    }
  });

  it('leaves the options of settings that a request does not name', async () => {
    await post({ title: 'New' });
    expect(stored.get('blogdescription')).to.equal('');
    expect(stored.get('posts_per_page')).to.equal('10');
  });

  it('fires the actions of changed options', async () => {
    const fired: unknown[] = [];
    await generation.dispose();
    const listener = definePlugin({
      name: 'listener',
      version: '1.0.0',
      description: 'Listens to options.',
      setup: ({ hooks }) => hooks.action('updated_option').tap('listener', (...all) => void fired.push(all)),
    });
    generation = await build([listener], await freshDatabase({ again: true }));
    await post({ title: 'New', posts_per_page: 10 });
    expect(fired).to.eql([['blogname', 'Tappet', 'New']]);
  });

  describe('with settings of another plugin', () => {
    it('shows them under their names, with their schemas', async () => {
      expect(await get()).to.include({ tone: 'red', elsewhere: 'far', tuned: null });
      const { json } = await serve(generation, 'OPTIONS', '/cms/v2/settings');
      expect(json.schema.properties.tone).to.eql({
        type: 'string',
        description: '',
        default: 'red',
        enum: ['red', 'blue', 'sad'],
      });
      expect(json.schema.properties.shape.additionalProperties).to.equal(false);
      expect(json.endpoints[1].args.tone).to.have.keys('type', 'description', 'enum', 'required');
    });

    it('refuses what their schemas refuse', async () => {
      for (const shape of [{ sides: 2 }, { colour: 'red' }, [1], 'round']) {
        expect((await post({ shape })).status, JSON.stringify(shape)).to.equal(400);
      }
      expect((await post({ tone: 'green' })).json.code).to.equal('rest_invalid_param');
    });

    it('cleans values with their callback, which gets the stored value, and then with the filter', async () => {
      await post({ shape: { sides: 4 } });
      expect(stored.get('shape')).to.eql({ sides: 4, before: 'undefined' });
      expect((await post({ tuned: 1 })).json.tuned).to.equal(20);
    });

    it('lets a plugin store a value elsewhere', async () => {
      expect((await post({ elsewhere: 'near' })).json.elsewhere).to.equal('near');
      expect(stored.has('elsewhere')).to.equal(false);
    });

    it('refuses to register a type that no setting has', () => {
      const all = generation.services.get('spec', Settings);
      expect(() => all.register('nothing', { type: 'null', show_in_rest: true } as never)).to.throw(TypeError);
    });
  });
});
