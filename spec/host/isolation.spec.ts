import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import type { Host, HostSettings, Logger } from '../../host/index.ts';
import { testHost } from '../../host/testing/index.ts';
import { Options } from '../../plugins/options/index.ts';
import { built } from '../support/built.ts';
import { until } from '../support/until.ts';

// Uses the build, because each sandbox would compile all sources that its thread loads.
const { createHost, definePlugin } = built;

const source = (
  setup: string,
  more = '',
  top = '',
  mode = 'true',
) => `import { definePlugin, RestError, RestResponse, serviceToken } from 'tappet';
import { defaulted, object, string } from 'superstruct';
${top}
export default definePlugin({
  name: 'apart', version: '1.2.0', description: 'Runs apart.', isolated: ${mode}, ${more}
  options: object({ word: defaulted(string(), 'Hello') }),
  setup(host, { word }) { const { hooks, use, log } = host; ${setup} },
});`;

const routes = (body: string) => `hooks.action('rest_api_init').tap('apart', (server) => { ${body} });`;
const route = (path: string, callback: string, more = '') =>
  `server.registerRoute('apart/v1', '/${path}', { callback: ${callback}, ${more} });`;

/** Where isolated plugins run, as their definition says it, with what messages call it. */
const PLACES = [
  ['true', 'sandbox'],
  [`'process'`, 'process'],
] as const;

describe('an isolated plugin', function () {
  this.timeout(60_000);
  let folder: string;
  let lines: { level: string; message: string; details: unknown }[];
  const hosts: Host[] = [];
  const at = (level: keyof Logger) => (details: object | string, message?: string) =>
    void lines.push({ level, details, message: message ?? String(details) });
  const log: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const logged = () => lines.map(({ message }) => message).join('\n');

  const start = async (text: string, more: HostSettings = {}): Promise<Host> => {
    writeFileSync(join(folder, 'apart/index.ts'), text);
    const plugins = { only: ['options', 'roles', ...((more as { only?: string[] }).only ?? [])], folders: [folder] };
    const host = await createHost({ log, database: 'sqlite::memory:', tapTimeout: 400, ...more, plugins });
    hosts.push(host);
    return host;
  };
  const names = (host: Host) => host.generation.plugins.map(({ definition }) => definition.name);
  const ask = async (host: Host, path: string) => {
    const { status, data, headers } = await host.dispatch(`/apart/v1/${path}`);
    return { status, data: data as never, headers };
  };

  beforeEach(() => {
    lines = [];
    folder = mkdtempSync(join(tmpdir(), 'tappet-isolation-'));
    mkdirSync(join(folder, 'apart'));
  });
  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((host) => host.close()));
    rmSync(folder, { recursive: true });
  });

  for (const [mode, place] of PLACES) {
    it(`answers routes from a ${place}, with its options, checked arguments and errors of the interface`, async () => {
      const text = source(
        routes(
          route(
            'greeting',
            '(request) => ({ word, name: request.getParam("name"), id: request.user.id })',
            `args: { name: { type: 'string', maxLength: 5, default: 'world' } }`,
          ) +
            route('refusal', '() => { throw new RestError("apart_no", "No.", { status: 418 }); }') +
            route('made', '() => new RestResponse({ a: 1 }, 201, { "X-A": "b" }).addLink("up", "http://x/")') +
            route('both', '() => 1', 'permission_callback: ({ user }) => user.can("edit_posts")'),
        ),
        '',
        '',
        mode,
      );
      const host = await start(text, { options: { apart: { word: 'Good day' } } });
      expect(await ask(host, 'greeting')).to.deep.include({
        status: 200,
        data: { word: 'Good day', name: 'world', id: 0 },
      });
      expect((await ask(host, 'greeting?name=Ann')).data).to.deep.include({ name: 'Ann' });
      expect((await ask(host, 'greeting?name=Theodora')).data).to.deep.include({ code: 'rest_invalid_param' });
      expect(await ask(host, 'refusal')).to.deep.include({ status: 418 });
      const made = await host.dispatch('/apart/v1/made');
      expect([made.status, made.data, made.getHeader('x-a'), made.links.get('up')![0]!.href]).to.eql([
        201,
        { a: 1 },
        'b',
        'http://x/',
      ]);
      expect((await ask(host, 'both')).status).to.equal(401);
      const editor = { id: 7, can: (capability: string, ..._: unknown[]) => capability === 'edit_posts' };
      expect((await host.dispatch('/apart/v1/both', { user: editor })).data).to.equal(1);
    });
  }

  it('has globals of its own, and in a process no environment variables', async () => {
    for (const [mode, env] of [
      ['true', null],
      [`'process'`, []],
    ] as const) {
      const body =
        '{ seen: (globalThis as any).seen, env: typeof process === "object" ? Object.keys(process.env) : null }';
      const text = source(routes(route('where', `() => (${body})`)), '', '(globalThis as any).seen = 1;', mode);
      expect((await ask(await start(text), 'where')).data).to.eql({ seen: 1, env });
      expect(globalThis).not.to.have.property('seen');
    }
  });

  for (const [mode, place] of PLACES) {
    it(`has tappet/text and tappet/superstruct in a ${place}`, async () => {
      const top = `import { escapeHtml, slugify } from 'tappet/text'; import { is, number } from 'tappet/superstruct';`;
      const body = '[escapeHtml("<b>"), slugify("Crème brûlée"), is(1, number())]';
      const host = await start(source(routes(route('text', `() => ${body}`)), '', top, mode));
      expect((await ask(host, 'text')).data).to.eql(['&lt;b&gt;', 'creme-brulee', true]);
    });
  }

  it('has of the web what is simple in a sandbox: timers, addresses, texts, random values', async () => {
    const body = `{
      const url = new URL('../b?x=1&y=a%20b#c', 'https://site.example/a/d/e');
      url.searchParams.set('x', 'ä&');
      const bytes = new TextEncoder().encode('añ☃\\0');
      await new Promise((done) => setTimeout(done, 1));
      return {
        href: url.href, y: url.searchParams.get('y'), canParse: URL.canParse('::'),
        text: new TextDecoder().decode(bytes), length: bytes.length, base64: atob(btoa('abc')),
        uuid: crypto.randomUUID().length, random: crypto.getRandomValues(new Uint8Array(9)).length,
        clone: structuredClone(new Map([[1, new Date(5)]])).get(1).getTime(),
      };
    }`;
    const host = await start(source(routes(route('web', `async () => ${body}`))));
    expect((await ask(host, 'web')).data).to.eql({
      href: 'https://site.example/a/b?x=%C3%A4%26&y=a+b#c',
      y: 'a b',
      canParse: false,
      text: 'añ☃\0',
      length: 7,
      base64: 'abc',
      uuid: 36,
      random: 9,
      clone: 5,
    });
  });

  it('is one script with what it imports: files of its folder and installed packages', async () => {
    mkdirSync(join(folder, 'apart/node_modules/shout'), { recursive: true });
    writeFileSync(join(folder, 'apart/node_modules/shout/index.js'), 'module.exports = (text) => text.toUpperCase();');
    writeFileSync(join(folder, 'apart/words.ts'), `export const word: string = 'here';`);
    const top = `import shout from 'shout'; import { word as own } from './words.ts';`;
    const host = await start(source(routes(route('loud', '() => shout(own)')), '', top));
    expect((await ask(host, 'loud')).data).to.equal('HERE');
  });

  it('taps asynchronous hooks: its changes to the value are applied', async () => {
    const text = source(
      `
      hooks.filter('rest_post_dispatch').tap('apart', (response, server, request) => {
        response.header('X-Apart', request.route);
        if (request.route.endsWith('/plain')) response.data = { ...response.data, more: true };
      });
      hooks.filter('rest_request_before_callbacks').tap('apart', (response, handler, request) =>
        request.route.endsWith('/stopped') ? new RestError('apart_stopped', 'Stop.', { status: 409 }) : response);
      ${routes(route('plain', '() => ({ a: 1 })') + route('stopped', '() => 1'))}`,
      `capabilities: ['requests'],`,
    );
    const host = await start(text);
    const served = await host.generation.server.dispatchAndFilter('/apart/v1/plain');
    expect([served.data, served.getHeader('x-apart')]).to.eql([{ a: 1, more: true }, '/apart/v1/plain']);
    expect(served.matchedRoute).to.equal('/apart/v1/plain');
    expect((await ask(host, 'stopped')).status).to.equal(409);
  });

  it('attaches fields', async () => {
    const field = `server.registerField('thing', 'doubled', { get_callback: ({ size }) => size * 2, schema: { type: 'integer' } });`;
    const host = await start(source(routes(field), `capabilities: ['content:read'],`));
    const attached = host.generation.server.additionalFields.of('thing').get('doubled')!;
    expect(await attached.get_callback!({ size: 4 }, 'doubled', null as never, 'thing')).to.equal(8);
    expect(attached.schema).to.eql({ type: 'integer' });
  });

  it('uses services within its capabilities, with synchronous and asynchronous results', async () => {
    const text = source(
      `const options = use(serviceToken('options'));
       ${routes(route('name', '() => options.get("blogname", "none")') + route('set', 'async () => { await options.set("blogname", "x"); }'))}`,
      `requires: { options: '*' }, capabilities: ['options:read'],`,
    );
    const host = await start(text);
    await host.generation.services.find(Options)!.set('blogname', 'Ours');
    expect((await ask(host, 'name')).data).to.equal('Ours');
    expect((await ask(host, 'set')).status).to.equal(500);
    expect(
      lines.some(({ details }) =>
        JSON.stringify((details as { err?: Error }).err?.message ?? '').includes("add capabilities: ['options:write']"),
      ),
    ).to.equal(true);
    await host.reload();
    const writing = await start(text.replace('options:read', 'options:write'));
    expect((await ask(writing, 'set')).status).to.equal(200);
    expect((await ask(writing, 'name')).data).to.equal('x');
  });

  const refused: [fact: string, setup: string, words: string][] = [
    [
      'a synchronous hook',
      `hooks.filter('rest_url_prefix').tap('apart', (x) => x);`,
      'cannot tap hook "rest_url_prefix", which is synchronous',
    ],
    [
      'a hook that passes the request on',
      `hooks.filter('rest_serve_request').tap('apart', (x) => x);`,
      'cannot tap hook "rest_serve_request", which passes on the request',
    ],
    [
      'a hook that is not there',
      `hooks.filter('rest_post_dispach').tap('apart', (x) => x);`,
      'did you mean "rest_post_dispatch"?',
    ],
    [
      'a hook without the capability',
      `hooks.filter('determine_current_user').tap('apart', (x) => x);`,
      "add capabilities: ['authentication']",
    ],
    ['a service without the capability', `use(serviceToken('options'));`, "add capabilities: ['options:read']"],
    [
      'a route in a namespace of others',
      routes(`server.registerRoute('shop/v1', '/a', { callback: () => 1 });`),
      "add capabilities: ['routes:shop/v1']",
    ],
    [
      'a callback of an argument',
      routes(route('a', '() => 1', 'args: { n: { validate_callback: () => true } }')),
      'cannot give argument "n" a validate_callback',
    ],
    ['services of its own', `host.provide(serviceToken('x'), 1);`, 'cannot provide services'],
    ['what throws', `throw new Error('no room');`, 'no room'],
  ];
  for (const [fact, setup, words] of refused) {
    it(`is skipped for ${fact}, and the others run`, async () => {
      const host = await start(source(setup, `requires: { options: '*' },`));
      expect(logged()).to.include('plugin "apart" is left out').and.include(words);
      expect(names(host)).to.include('options').and.not.include('apart');
    });
  }

  const undeclared: [fact: string, top: string, words: string, mode?: string][] = [
    [
      'Node.js',
      `import { readFileSync } from 'node:fs'; readFileSync('/etc/hosts');`,
      `index.ts:3: "node:fs" is of Node.js`,
    ],
    ['a module of Node.js without its prefix', `import { connect } from 'net'; connect(1);`, `say isolated: 'process'`],
    ['files of others', `import text from '../other.json'; text;`, `outside of the plugin's folder`],
    ['files of others by a link', `import text from './link.json'; text;`, `outside of the plugin's folder`],
    [
      'code of the host',
      `import { createHost } from 'tappet/testing'; createHost;`,
      'which has "tappet", "tappet/text" and',
    ],
    ['the process', 'process.kill(process.pid, 0);', "'process' is not defined"],
    ['modules by a name that it makes', `await import('node:' + 'fs');`, 'could not load module'],
    [
      'the network from a process',
      `import { connect } from 'node:net'; connect(1);`,
      "add 'network' to capabilities",
      `'process'`,
    ],
  ];
  for (const [fact, top, words, mode] of undeclared) {
    it(`has no access to ${fact}`, async () => {
      writeFileSync(join(folder, 'other.json'), '"secret"');
      symlinkSync(join(folder, 'other.json'), join(folder, 'apart/link.json'));
      if (mode !== undefined) rmSync(join(folder, 'apart/link.json'));
      await start(source('', '', top, mode));
      expect(logged()).to.include('plugin "apart" is left out').and.include(words);
    });
  }

  it('has no files in a sandbox, and no link out of its folder in a process', async () => {
    await start(source('', `capabilities: ['files'],`));
    expect(logged()).to.include('is isolated where there are no files').and.include("say isolated: 'process'");
    symlinkSync('/etc', join(folder, 'apart/etc'));
    await start(source('', '', '', `'process'`));
    expect(logged()).to.include('is a link that leads out of its folder');
  });

  it('has access to what it declares', async () => {
    const fetching = await start(source(routes(route('lines', '() => typeof fetch')), `capabilities: ['network'],`));
    expect((await ask(fetching, 'lines')).data).to.equal('function');
    const without = await start(source(routes(route('lines', '() => typeof fetch'))));
    expect((await ask(without, 'lines')).data).to.equal('undefined');
    const pluginFiles = join(folder, '.files');
    const body = `() => { writeFileSync('note', 'kept'); return { fetch: typeof fetch, note: readFileSync('note', 'utf8'), cwd: process.cwd() }; }`;
    const host = await start(
      source(
        routes(route('lines', body)),
        `capabilities: ['network', 'files'],`,
        `import { readFileSync, writeFileSync } from 'node:fs'; import 'node:net';`,
        `'process'`,
      ),
      { pluginFiles },
    );
    const cwd = realpathSync(join(pluginFiles, 'apart'));
    expect((await ask(host, 'lines')).data).to.eql({ fetch: 'function', note: 'kept', cwd });
  });

  it('is refused when its source says that it is isolated, and its definition does not', async () => {
    await start(source('', '...{ isolated: false },'));
    expect(logged()).to.include('its source says isolated: true, and what it defines does not');
  });

  const fatal: [fact: string, callback: string, words: Record<string, RegExp>, more?: HostSettings][] = [
    [
      'blocks',
      '() => { for (;;); }',
      { sandbox: /its sandbox was blocked for 400 ms; another starts in 100 ms/, process: /its process was blocked/ },
    ],
    [
      'allocates without end',
      '() => { const all = []; for (;;) all.push(new Array(1000).fill({})); }',
      { sandbox: /its sandbox used more than 96 MB of memory/, process: /its process used more than 96 MB of memory/ },
      { tapTimeout: 20_000 },
    ],
    [
      'allocates buffers without end',
      '() => { const all = []; for (;;) all.push(new Uint8Array(2 ** 20).fill(1)); }',
      { sandbox: /its sandbox used more than 96 MB of memory/, process: /its process used more than 96 MB of memory/ },
      { tapTimeout: 20_000 },
    ],
    ['exits', '() => process.exit(3)', { process: /its process exited with code 3/ }],
    [
      'throws null outside of any call',
      '() => { setTimeout(() => { throw null; }); return new Promise(() => {}); }',
      { sandbox: /its sandbox failed/, process: /its process failed/ },
    ],
    [
      'throws outside of any call',
      '() => { setTimeout(() => { throw new Error("late"); }); return new Promise(() => {}); }',
      { sandbox: /its sandbox failed: late/, process: /its process failed: late/ },
    ],
  ];
  for (const [fact, callback, allWords, more] of fatal) {
    for (const [mode, place] of PLACES) {
      const words = allWords[place];
      if (words === undefined) continue;
      it(`that ${fact} in a ${place} is ended and started again, while the host keeps running`, async () => {
        const text = source(routes(route('end', callback) + route('fine', '() => "fine"')), '', '', mode);
        const host = await start(text, { workerMemory: 96 * 2 ** 20, ...more });
        const ending = ask(host, 'end');
        let isOver = false;
        let answered = 0;
        void ending.then(() => {
          isOver = true;
        });
        for (; !isOver; answered++) {
          expect((await host.dispatch('/of/nobody')).status).to.equal(404);
          await wait(5);
        }
        const ended = await ending;
        expect(answered).to.be.above(0);
        expect(ended.status).to.equal(500);
        expect(logged()).to.match(words);
        await until(async () => (await ask(host, 'fine')).status === 200);
      });
    }
  }

  it('has its taps skipped, or the request closed, while nothing runs it', async () => {
    const text = source(
      `
      hooks.filter('rest_post_dispatch').tap('apart', (response) => response.header('X-Apart', 'yes'));
      hooks.filter('rest_request_before_callbacks').tap('apart', (response) => response);
      ${routes(route('exit', '() => { for (;;); }') + route('fine', '() => 1'))}`,
      `capabilities: ['requests'],`,
    );
    const host = await start(text);
    await ask(host, 'exit');
    const served = await host.generation.server.dispatchAndFilter('/apart/v1/fine');
    expect([served.status, served.getHeader('x-apart')]).to.eql([500, undefined]);
    const { failures } = host.generation;
    const hooksOf = failures.filter(({ plugin }) => plugin === 'apart').map(({ hook }) => hook);
    expect(hooksOf).to.include.members(['rest_request_before_callbacks', 'rest_post_dispatch']);
  });

  it('has one sandbox for each generation, which ends with it', async () => {
    const host = await start(source(routes(route('word', '() => word'))));
    await host.reload();
    expect((await ask(host, 'word')).data).to.equal('Hello');
    const { generation } = host;
    await host.close();
    expect((await generation.server.dispatch('/apart/v1/word')).status).to.equal(500);
    expect(logged()).not.to.include('another starts');
  });

  it('is a folder: a definition in code is refused', async () => {
    const definition = definePlugin({
      name: 'apart',
      version: '1.0.0',
      description: '',
      isolated: true,
      setup: () => undefined,
    });
    let message = '';
    await testHost(definition).catch((error) => {
      message = error.message;
    });
    expect(message).to.include('give its folder in place of its definition');
  });

  it('runs in the test kit by its folder', async () => {
    writeFileSync(join(folder, 'apart/index.ts'), source(routes(route('word', '() => word'))));
    const host = await testHost(join(folder, 'apart'));
    expect((await host.dispatch('/apart/v1/word')).data).to.equal('Hello');
    await host.close();
  });

  it('can neither be early nor declare hooks, and must list its capabilities in its source', async () => {
    const more = { name: 'apart', version: '1.0.0', description: '', isolated: true, setup: () => undefined } as const;
    expect(() => definePlugin({ ...more, early: true })).to.throw('it can neither be early nor declare hooks');
    expect(() => definePlugin({ ...more, hooks: {} })).to.throw('it can neither be early nor declare hooks');
    await start(source('', 'capabilities: list,', `const list = ['network' as const];`));
    expect(logged()).to.include('its capabilities must be written out once');
  });
});
