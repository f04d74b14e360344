import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { request, testHost } from 'tappet/testing';
import { newPlugin, TEMPLATES } from '../../host/scaffold/index.ts';
import { CommandLine } from '../support/command-line.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const tappet = (cwd: string, ...args: string[]) => new CommandLine(cwd).run(...args);

/** Makes a folder a package as npm installs it, with the built package. */
function installTappet(folder: string): void {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/tappet'));
  for (const name of ['mocha', 'fast-check', 'superstruct']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
}

describe('plugin new', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-new-'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  for (const template of TEMPLATES.keys()) {
    it(`makes a plugin of the template ${template} that loads and answers`, async () => {
      const { path } = await newPlugin('my-hello', template, folder);
      const files = ['README.md', 'index.ts', 'my-hello.spec.ts', 'package.json'];
      expect(readdirSync(join(folder, 'my-hello')).sort()).to.deep.equal(files);
      const host = await testHost(join(folder, 'my-hello'));
      try {
        const { status, json } = await request(host, 'GET', path);
        // A new store is empty, and answers with an error code of its own.
        if (status !== 200) expect([status, json.code]).to.deep.equal([404, 'my_hello_unknown']);
      } finally {
        await host.close();
      }
    });
  }

  it('makes plugins that pass their own specs, of every template', async () => {
    rmSync(join(folder, 'node_modules'));
    installTappet(folder);
    const names = [...TEMPLATES.keys()].map((template) => `my-${template}`);
    for (const template of TEMPLATES.keys()) await newPlugin(`my-${template}`, template, join(folder, 'plugins'));
    const ran = await new CommandLine(folder, { env: { CHROME_PATH: '/none' } }).run('test');
    expect(ran.code, ran.out + ran.err).to.equal(0);
    expect(ran.out).to.match(
      / - is inserted, edited and saved \(.* need Chromium, and there is no \/none; install it, or/,
    );
    for (const name of names) expect(ran.out).to.match(new RegExp(`^ *${name}\n(?: +\\S.*\n){3,11}\n`, 'm'));
  }).timeout(60_000);

  it('writes below plugins/, says what to run next, and touches no content', async () => {
    const { code, out, err } = await tappet(folder, 'plugin', 'new', 'hello');
    expect([code, err]).to.deep.equal([0, '']);
    expect(out).to.include('wrote plugins/hello/index.ts\n').and.include('npm test -- --plugin hello\n');
    expect(out).to.include("curl 'http://127.0.0.1:8080/cms-json/hello/v1/greeting?name=Ann'");
    expect(readdirSync(folder).sort()).to.deep.equal(['node_modules', 'package.json', 'plugins', 'tsconfig.json']);
  });

  describe('in a package of the user', () => {
    const manifest = () => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    beforeEach(() => {
      rmSync(join(folder, 'node_modules'));
      installTappet(folder);
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
      expect(out).to.include('test it:   npx tappet test --plugin hello\n').and.not.include('set npm test');
      expect(manifest().scripts).to.deep.equal({ test: 'jest' });
    });

    it('names missing packages that specs need', async () => {
      rmSync(join(folder, 'node_modules/mocha'));
      const { out } = await tappet(folder, 'plugin', 'new', 'hello');
      expect(out).to.include('first:     npm install\n');
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
