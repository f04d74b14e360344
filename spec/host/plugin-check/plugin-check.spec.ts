import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Compiler, startCompiler } from '../../../host/plugin-check/compiler.ts';
import { checkPlugins, type Finding } from '../../../host/plugin-check/index.ts';
import { newPlugin, TEMPLATES } from '../../../host/scaffold/index.ts';
import { CommandLine } from '../../support/command-line.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The parts of a plugin's `index.ts`: its setup, the code above it, and more keys of its definition. */
interface Source {
  readonly setup?: string;
  readonly above?: string;
  readonly keys?: string;
}

const written = ({ setup = '', above = '', keys = '' }: Source): string => `import { definePlugin } from 'tappet';
${above}
export default definePlugin({
  name: 'mine',
  version: '1.0.0',
  description: 'Mine.',
  ${/capabilities/.test(keys) ? '' : "capabilities: ['content:read', 'requests', 'routes:*'],"}
  ${keys}
  setup({ hooks }) {
    ${setup}
  },
});
`;

describe('plugin check', () => {
  let parent: string;
  let folder: string;
  let compiler: Compiler;
  let checks = 0;
  before(async () => {
    compiler = await startCompiler(root);
  });
  after(() => compiler.close());
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'tappet-check-'));
    folder = join(parent, 'mine');
    mkdirSync(folder);
    writeFileSync(join(folder, 'README.md'), '# mine\n');
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  async function findingsOf(text: string | Source, file = 'index.ts'): Promise<readonly Finding[]> {
    writeFileSync(join(folder, file), typeof text === 'string' ? text : written(text));
    // The compiler reads a file once, so each check has files of its own.
    const copy = join(parent, `check-${++checks}`, 'mine');
    cpSync(folder, copy, { recursive: true });
    const [checked] = await checkPlugins([copy], compiler);
    return checked!.findings;
  }

  /** Findings as `level code: message`. */
  const linesOf = async (...given: Parameters<typeof findingsOf>) =>
    (await findingsOf(...given)).map(({ level, code, message }) => `${level} ${code}: ${message}`);

  it('finds nothing in a correct plugin', async () => {
    const setup = `hooks.filter('rest_post_dispatch').tap('mine', (response) => response.header('X-Mine', '1'));
    hooks.filter('rest_prepare_{post_type}').for('post').tapPromise('mine', async (response) => response);
    hooks.action('rest_api_init').tap('mine', (server) => {
      server.registerRoute('mine/v1', '/it', { callback: () => 1, permission_callback: () => true });
    });`;
    expect(await linesOf({ setup, keys: "requires: { posts: '^0.1.0' }," })).to.deep.equal([]);
  });

  it('gives the place of a finding', async () => {
    const [finding] = await findingsOf({ setup: "hooks.filter('rest_post_dispach').tap('mine', (it) => it);" });
    expect(finding).to.deep.equal({
      file: 'index.ts',
      line: 10,
      column: 18,
      level: 'error',
      code: 'unknown-hook',
      message: 'there is no hook "rest_post_dispach"; did you mean "rest_post_dispatch"?',
    });
  });

  describe('of hooks', () => {
    it('finds one of the other kind', async () => {
      expect(await linesOf({ setup: "hooks.filter('rest_api_init').tap('mine', () => undefined);" })).to.deep.equal([
        'error hook-kind: hook "rest_api_init" is an action; ask for it with action()',
      ]);
    });

    it('finds one whose plugin is not required, unless `has` is called first', async () => {
      const tap = "hooks.filter('the_content').tap('mine', (text) => text);";
      const [line, ...more] = await linesOf({ setup: tap });
      expect(more).to.deep.equal([]);
      expect(line).to.match(
        /^warning hook-owner: hook "the_content" is of plugin "[\w-]+", which need not be there; add/,
      );
      expect(await linesOf({ setup: `if (hooks.has('the_content')) ${tap}` })).to.deep.equal([]);
    });

    it('finds a tap that does not fit, and shows the declaration of the hook', async () => {
      const [line, ...more] = await linesOf({
        setup: "hooks.filter('rest_url').tap('mine', (url) => url.length);",
      });
      expect(more).to.deep.equal([]);
      expect(line).to.include('TS2322: this is no tap of "rest_url": Type \'number\' is not assignable');
      expect(line).to.include('a synchronous filter of (url, path, blog_id, scheme); answer with url, or with nothing');
    });

    it('finds a promise that a synchronous hook does not await', async () => {
      const [line] = await linesOf({ setup: "hooks.filter('rest_url').tap('mine', async (url) => url);" });
      expect(line).to.include('this is no tap of "rest_url"');
    });

    it('finds them in JavaScript, and asks for no types there', async () => {
      const text = `import { definePlugin } from 'tappet';
const add = (one, two) => one + two;
export default definePlugin({
  name: 'mine',
  version: '1.0.0',
  description: 'Mine.',
  capabilities: ['routes:*'],
  setup({ hooks }) {
    hooks.filter('rest_url').tap('mine', (url) => url.length);
    void add(1, 2);
    hooks.filter('rest_ulr').tap('mine', (url) => url);
  },
});
`;
      const [misfit, unknown, ...more] = await linesOf(text, 'index.js');
      expect(more).to.deep.equal([]);
      expect(unknown).to.equal('error unknown-hook: there is no hook "rest_ulr"; did you mean "rest_url"?');
      expect(misfit).to.include('this is no tap of "rest_url"');
    });

    it('finds them in JavaScript without any types', async () => {
      const text =
        "export default { name: 'mine', version: '1.0.0', description: 'Mine.', setup(host) { host.hooks.action('rest_api_inti').tap('mine', () => 1); } };\n";
      expect(await linesOf(text, 'index.js')).to.deep.equal([
        'error unknown-hook: there is no hook "rest_api_inti"; did you mean "rest_api_init"?',
      ]);
    });
  });

  describe('of definitions', () => {
    it('finds unknown requirements, and wrong ranges of versions', async () => {
      const requires = "requires: { postz: '*', posts: '^9.0.0', terms: 'newest' },";
      expect(await linesOf({ keys: requires })).to.deep.equal([
        'error missing-requirement: there is no plugin "postz"; did you mean "posts"?',
        'error requirement-range: plugin "posts" is 0.1.0, which is not in ^9.0.0; write "^0.1.0"',
        'error requirement-range: "newest" is no range of versions; write "^0.1.0"',
      ]);
      const places = (await findingsOf({ keys: requires })).map(({ line, column }) => [line, column]);
      expect(places).to.deep.equal([
        [8, 15],
        [8, 27],
        [8, 44],
      ]);
    });

    it('finds a plugin that is imported, but not required', async () => {
      const above = "import { PostStore } from 'tappet/plugins/posts';";
      const setup = 'void PostStore;';
      expect(await linesOf({ above, setup })).to.deep.equal([
        'warning missing-requirement: plugin "posts" is imported, but need not be there; add it to requires or after, or import types alone',
      ]);
      expect(await linesOf({ above, setup, keys: "requires: { posts: '^0.1.0' }," })).to.deep.equal([]);
    });

    it('finds taps and routes that require an undeclared capability', async () => {
      const setup = `hooks.action('http_routes').tap('mine', () => undefined);
    hooks.action('rest_api_init').tap('mine', (server) => {
      for (const namespace of ['mine/v1'] as const) {
        server.registerRoute(namespace, '/it', { callback: () => 1, permission_callback: () => true });
        server.registerRoute('cms/v2', '/it', { callback: () => 1, permission_callback: () => true });
      }
    });`;
      const lines = await linesOf({ setup, keys: 'capabilities: [],' });
      expect(lines).to.have.length(2);
      expect(lines[0]).to.match(
        /^error capability: plugin "mine" taps hook "http_routes".*add capabilities: \['pages'\]/,
      );
      expect(lines[1]).to.include("add capabilities: ['routes:cms/v2']");
      expect(await linesOf({ setup, keys: "capabilities: ['pages', 'routes:cms/v2']," })).to.deep.equal([]);
    });

    it('finds a hook that another plugin declares', async () => {
      const above = "import { action } from 'tappet';";
      const keys = "hooks: { save_post: action<[]>({ params: [], meaning: 'Mine.' }) },";
      expect(await linesOf({ above, keys })).to.deep.equal([
        'error hook-twice: plugin "mine" declares hook "save_post", which "posts" declared; rename one',
      ]);
    });

    it('finds the files of a plugin whose package.json names its entry', async () => {
      rmSync(join(folder, 'README.md'));
      mkdirSync(join(folder, 'src'));
      writeFileSync(join(folder, 'package.json'), '{ "type": "module", "main": "src/begin.ts" }');
      const found = await findingsOf({ setup: "hooks.filter('rest_ulr').isUsed();" }, 'src/begin.ts');
      expect(found.map(({ file, code }) => [file, code])).to.deep.equal([
        ['README.md', 'readme'],
        ['src/begin.ts', 'unknown-hook'],
      ]);
      const [broken] = await findingsOf({ above: "throw new Error('no');" }, 'src/begin.ts').then((all) =>
        all.filter(({ code }) => code === 'load'),
      );
      expect(broken).to.include({ file: 'src/begin.ts', line: 2 });
    });

    it('finds options without a default', async () => {
      const above = "import { defaulted, object, optional, string } from 'superstruct';";
      const keys = (fields: string) => `options: object({ ${fields} }),`;
      expect(
        await linesOf({ above, keys: keys("key: string(), greeting: defaulted(string(), 'Hello')") }),
      ).to.deep.equal([
        'warning options-default: option "key" has no default, so that the plugin does not start unconfigured; give it one with defaulted(), or say optional()',
      ]);
      expect(
        await linesOf({ above, keys: keys("key: optional(string()), greeting: defaulted(string(), 'Hello')") }),
      ).to.deep.equal([]);
    });

    it('finds that there is no README, no description and no version', async () => {
      rmSync(join(folder, 'README.md'));
      const text = written({}).replace("'Mine.'", "''").replace("'1.0.0'", "'one'");
      expect(await linesOf(text)).to.deep.equal([
        'warning readme: there is no README.md; write one: what it does, its options, its routes',
        'error version: "one" is no semantic version; write one like \'1.0.0\'',
        'warning description: says nothing of itself; add description: one sentence',
      ]);
    });

    it('finds that it cannot be loaded, and where', async () => {
      const [finding] = await findingsOf({ above: "\nthrow new Error('not today');" });
      expect(finding).to.include({ level: 'error', code: 'load', file: 'index.ts', line: 3 });
      expect(finding!.message).to.include('not today');
      expect((await linesOf(written({}).replace("name: 'mine'", "name: 'other'")))[0]).to.equal(
        'error load: the plugin is named "other", its folder "mine"; give both the same name',
      );
    });
  });

  describe('of code that blocks the process', () => {
    const above = `import { execSync } from 'node:child_process';
import { pbkdf2Sync } from 'node:crypto';
import { readFileSync } from 'node:fs';
const deep = () => shallow();
function shallow() { return execSync('ls'); }
void [execSync, pbkdf2Sync, readFileSync, deep];`;
    const tap = (body: string) => `hooks.action('host_listening').isUsed();
    hooks.filter('rest_post_dispatch').tapPromise('mine', async (response) => { ${body} return response; });`;
    const route = (callback: string) => `hooks.action('rest_api_init').tap('mine', (server) => {
      server.registerRoute('mine/v1', '/it', { callback: ${callback}, permission_callback: () => true });
    });`;

    const blocking: [fact: string, setup: string, level: string, words: string][] = [
      [
        'a file that is read at once',
        tap("readFileSync('x');"),
        'warning',
        'a tap of "rest_post_dispatch" calls readFileSync',
      ],
      ['a process that is waited for', tap("execSync('ls');"), 'error', 'use exec, and await it'],
      [
        'a slow hash',
        tap("pbkdf2Sync('a', 'b', 1e6, 64, 'sha512');"),
        'error',
        'stops the whole process while it computes',
      ],
      ['a wait of the thread', tap('Atomics.wait(new Int32Array(4), 0, 0);'), 'error', 'calls wait'],
      ['a loop without end', tap('while (true) response.status;'), 'error', 'loops without end'],
      ['another loop without end', tap('for (;;) { response.status; }'), 'error', 'loops without end'],
      ['what a callback of a route calls', route("() => execSync('ls')"), 'error', 'a callback calls execSync'],
      ['what is called by what it calls', tap('deep();'), 'error', 'a tap of "rest_post_dispatch" calls execSync'],
      ['a callback that stands elsewhere', route('shallow'), 'error', 'a callback calls execSync'],
    ];
    for (const [fact, setup, level, words] of blocking) {
      it(`finds ${fact}`, async () => {
        const lines = await linesOf({ above, setup });
        expect(lines).to.have.length(1);
        expect(lines[0])
          .to.match(new RegExp(`^${level} blocking: `))
          .and.include(words);
      });
    }

    const fine: [fact: string, setup: string][] = [
      ['while nothing waits: in setup', 'readFileSync(new URL(import.meta.url)); shallow;'],
      [
        'while nothing waits: as routes are registered',
        "hooks.action('rest_api_init').tap('mine', () => { execSync; deep(); });",
      ],
      ['in a loop that lets others run', tap('while (true) { await Promise.resolve(); }')],
      ['in a loop that ends', tap('while (true) { if (response.status > 0) break; }')],
    ];
    for (const [fact, setup] of fine) {
      it(`reports no blocking call ${fact}`, async () => expect(await linesOf({ above, setup })).to.deep.equal([]));
    }
  });

  describe('of routes', () => {
    const registering = (args: string) =>
      `hooks.action('rest_api_init').tap('mine', (server) => void server.registerRoute('mine/v1', '/it', ${args}));`;
    const routes: [args: string, line: string | undefined][] = [
      ['{ callback: () => 1 }', 'warning open-route: everybody may read this route'],
      ["{ methods: 'GET, POST', callback: () => 1 }", 'error open-route: everybody may write with this route'],
      ["[{ methods: ['DELETE'], callback: () => 1 }]", 'error open-route'],
      ["{ 0: { methods: 'PUT', callback: () => 1 } }", 'error open-route'],
      ["{ methods: 'POST', callback: () => 1, permission_callback: () => false }", undefined],
    ];
    for (const [args, line] of routes) {
      it(`${line === undefined ? 'finds nothing in' : 'finds that everybody may use'} ${args}`, async () => {
        const lines = await linesOf({ setup: registering(args) });
        if (line === undefined) expect(lines).to.deep.equal([]);
        else expect(lines.join()).to.include(line);
      });
    }
  });

  describe('of imports', () => {
    it('finds imports of private modules of the host, or of another plugin', async () => {
      const core = join(root, 'core/hooks/hook.ts');
      const above = `import { Hook } from '${core}';\nvoid Hook;\nvoid import('tappet/dist/host/index.js').catch(() => 1);`;
      const lines = (await linesOf({ above })).filter((line) => line.includes('private-import'));
      expect(lines).to.deep.equal([
        `error private-import: "${core}" is private to the host and may change; import what you need from 'tappet'`,
        'error private-import: "tappet/dist/host/index.js" is private to the host and may change; import what you need from \'tappet\'',
      ]);
      const deep = `export type * from '${join(root, 'plugins/posts/post-store.ts')}';`;
      expect((await linesOf({ above: deep })).join()).to.include("import from 'tappet/plugins/posts'");
    });
  });

  it('finds nothing in what "plugin new" writes, of every template', async () => {
    const made = join(parent, 'made');
    for (const template of TEMPLATES.keys()) await newPlugin(`made-${template}`, template, made);
    const checked = await checkPlugins([made], compiler);
    expect(checked.map(({ name }) => name)).to.have.length(TEMPLATES.size);
    expect(checked.flatMap(({ findings }) => findings)).to.deep.equal([]);
  });

  for (const [whose, parentOf] of [
    ['the plugins that come with the host', 'plugins'],
    ['the example plugins of third parties', 'spec/fixtures/plugins'],
  ] as const) {
    it(`finds nothing in ${whose}`, async () => {
      const checked = await checkPlugins([join(root, parentOf)], compiler);
      const folders = readdirSync(join(root, parentOf), { withFileTypes: true }).filter((one) => one.isDirectory());
      expect(checked.length).to.equal(folders.length);
      expect(checked.flatMap(({ name, findings }) => findings.map((finding) => ({ name, ...finding })))).to.deep.equal(
        [],
      );
    }).timeout(60_000);
  }

  describe('on the command line', () => {
    const check = (...args: string[]) => new CommandLine(parent).run('plugin', 'check', ...args);

    it('prints a line for each finding, and fails where there is an error', async () => {
      await findingsOf({ setup: "hooks.filter('rest_ulr').tap('mine', (it) => it);" });
      expect(await check('mine')).to.deep.equal({
        code: 1,
        out: 'mine/index.ts:10:18: error unknown-hook: there is no hook "rest_ulr"; did you mean "rest_url"?\n',
        err: 'tappet: 1 error and 0 warnings in mine\n',
      });
    });

    it('succeeds with warnings, and prints JSON', async () => {
      const setup =
        "hooks.action('rest_api_init').tap('mine', (s) => void s.registerRoute('mine/v1', '/b', { callback: () => 1 }));";
      await findingsOf({ setup });
      const { code, out } = await check('mine', '--format=json');
      expect(code).to.equal(0);
      expect(JSON.parse(out)).to.have.length(1);
      expect(JSON.parse(out)[0]).to.include({
        plugin: 'mine',
        folder: 'mine',
        file: 'index.ts',
        line: 10,
        code: 'open-route',
      });
      expect((await check('mine')).out).to.include('Success: 0 errors and 1 warning in mine.');
    });

    it('says when there are no findings', async () => {
      await findingsOf({});
      expect(await check('.')).to.deep.equal({ code: 0, out: 'Success: nothing to mend in mine.\n', err: '' });
    });

    const refused: [args: string[], line: string][] = [
      [['none'], 'plugins: there is no folder none; make it, or take it out of the setting'],
      [['mine'], 'mine holds no plugin; a plugin is a folder with an index.ts'],
      [['mine', '--format=xml'], '--format is table or json, not "xml"'],
      [[], "missing required argument 'folders'"],
    ];
    for (const [args, line] of refused) {
      it(`answers "plugin check ${args.join(' ')}" with one line`, async () => {
        expect(await check(...args)).to.deep.equal({ code: 1, out: '', err: `tappet: ${line}\n` });
      });
    }
  });
});
