import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { request, testHost } from 'tappet/testing';
import { newPlugin, TEMPLATES } from '../../host/scaffold/index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { resolve } = createRequire(import.meta.url);
const TSX = pathToFileURL(resolve('tsx')).href;

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const node = (args: readonly string[], cwd: string): Promise<Ran> =>
  new Promise((done) => {
    // The repository's tsconfig maps `tappet` to the sources, as for its own plugins.
    const env = { ...process.env, TSX_TSCONFIG_PATH: join(root, 'tsconfig.json') };
    execFile(
      process.execPath,
      ['--import', TSX, '--no-experimental-require-module', ...args],
      { cwd, env },
      (error, out, err) => done({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });

const tappet = (cwd: string, ...args: string[]) => node([join(root, 'host/bin.ts'), ...args], cwd);

describe('plugin new', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-new-'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  for (const template of TEMPLATES.keys()) {
    it(`makes a plugin of the template ${template} that loads, answers and passes its own spec`, async () => {
      const { path } = await newPlugin('my-hello', template, folder);
      expect(readdirSync(join(folder, 'my-hello')).sort()).to.deep.equal(['README.md', 'index.ts', 'my-hello.spec.ts']);
      const host = await testHost(join(folder, 'my-hello'));
      try {
        const { status, json } = await request(host, 'GET', path);
        // A new store is empty, and answers with an error code of its own.
        if (status !== 200) expect([status, json.code]).to.deep.equal([404, 'my_hello_unknown']);
      } finally {
        await host.close();
      }
      const mocha = [resolve('mocha/lib/cli/cli.js'), '--no-config', '--timeout=20000', 'my-hello/my-hello.spec.ts'];
      const ran = await node(mocha, folder);
      expect(ran.code, ran.out + ran.err).to.equal(0);
      expect(ran.out).to.match(/[3-9] passing/);
    });
  }

  it('writes below plugins/, says what to run next, and touches no content', async () => {
    const { code, out, err } = await tappet(folder, 'plugin', 'new', 'hello');
    expect([code, err]).to.deep.equal([0, '']);
    expect(out).to.include('wrote plugins/hello/index.ts\n').and.include('npm test -- --plugin hello\n');
    expect(out).to.include("curl 'http://127.0.0.1:8080/cms-json/hello/v1/greeting?name=Ann'");
    expect(readdirSync(folder).sort()).to.deep.equal(['node_modules', 'package.json', 'plugins']);
  });

  describe('in a package of the user', function () {
    // Each test runs several processes that start from the sources.
    this.timeout(60_000);
    const manifest = () => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    beforeEach(() => {
      // A package as npm installs it, with the built package.
      rmSync(join(folder, 'node_modules'));
      mkdirSync(join(folder, 'node_modules'));
      symlinkSync(root, join(folder, 'node_modules/tappet'));
      for (const name of ['mocha', 'fast-check', 'superstruct']) {
        symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
      }
    });

    for (const type of ['module', 'commonjs', undefined]) {
      it(`runs its spec by npm test, in a package of type ${type}`, async () => {
        const scripts = { test: 'echo "Error: no test specified" && exit 1', other: 'true' };
        writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'mine', type, scripts }));
        const { out } = await tappet(folder, 'plugin', 'new', 'hello');
        expect(out).to.include('set npm test in package.json\n').and.include('npm test -- --plugin hello\n');
        expect(manifest().scripts).to.deep.equal({ test: 'tappet test', other: 'true' });
        const ran = await tappet(folder, 'test', '--plugin', 'hello');
        expect(ran.code, ran.out + ran.err).to.equal(0);
        expect(ran.out).to.include('4 passing');
      });
    }

    it('leaves a test script of the package as it is, and names the command', async () => {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { test: 'jest' } }));
      const { out } = await tappet(folder, 'plugin', 'new', 'hello');
      expect(out).to.include('test it:   npx tappet test --plugin hello\n').and.not.include('package.json');
      expect(manifest()).to.deep.equal({ scripts: { test: 'jest' } });
    });

    it('names missing packages that specs need', async () => {
      rmSync(join(folder, 'node_modules/mocha'));
      const { out } = await tappet(folder, 'plugin', 'new', 'hello');
      expect(out).to.include('first:     npm install --save-dev mocha fast-check\n');
    });

    it('fails with failing tests, of one plugin or of all', async () => {
      for (const name of ['good', 'bad']) {
        mkdirSync(join(folder, 'plugins', name), { recursive: true });
        const holds = name === 'good';
        writeFileSync(
          join(folder, `plugins/${name}/${name}.spec.ts`),
          `import assert from 'node:assert/strict';\nit('is ${name}', () => assert.equal(${holds} as boolean, true));\n`,
        );
      }
      const good = await tappet(folder, 'test', '--plugin=good');
      expect([good.code, good.err]).to.deep.equal([0, '']);
      const all = await tappet(folder, 'test');
      expect([all.code, all.err]).to.deep.equal([1, 'tappet: there are facts that do not hold\n']);
      expect(all.out).to.include('1 passing').and.include('1 failing');
      const chosen = await tappet(folder, 'test', '--grep', 'is good');
      expect([chosen.code, chosen.out.includes('bad')]).to.deep.equal([0, false]);
    });

    it('says in one line that there is nothing to test', async () => {
      expect((await tappet(folder, 'test')).err).to.equal('tappet: there are no specs in plugins/\n');
      expect((await tappet(folder, 'test', '--plugin=none')).err).to.equal(
        'tappet: there is no plugin "none" here; tappet plugin new none makes it\n',
      );
    });
  });

  it('overwrites nothing', async () => {
    await newPlugin('hello', 'plain', folder);
    const before = readFileSync(join(folder, 'hello/index.ts'), 'utf8');
    const { code, err } = await tappet(folder, 'plugin', 'new', 'hello', '--template=block', '--dir=.');
    expect([code, err]).to.deep.equal([1, 'tappet: there is a hello already; choose another name, or remove it\n']);
    expect(readFileSync(join(folder, 'hello/index.ts'), 'utf8')).to.equal(before);
  });

  const refused: [args: string[], line: string][] = [
    [['Hello'], 'a plugin\'s name is kebab-case and begins with a letter, like "my-plugin"; not "Hello"'],
    [['../up'], 'a plugin\'s name is kebab-case and begins with a letter, like "my-plugin"; not "../up"'],
    [['posts'], 'a plugin that comes with the host is named "posts"; choose another name'],
    [['hello', '--template=blok'], 'there is no template "blok"; did you mean "block"?'],
    [[], "missing required argument 'name'"],
  ];
  for (const [args, line] of refused) {
    it(`answers "plugin new ${args.join(' ')}" with one line, and writes nothing`, async () => {
      expect(await tappet(folder, 'plugin', 'new', ...args)).to.deep.equal({
        code: 1,
        out: '',
        err: `tappet: ${line}\n`,
      });
      expect(readdirSync(folder)).to.deep.equal(['node_modules', 'package.json']);
    });
  }

  it('is shown as help beside the other commands of plugins', async () => {
    const { out } = await tappet(folder, 'plugin', '--help');
    expect(out)
      .to.match(/^ +new /m)
      .and.match(/^ +list /m);
  });
});
