import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { CAPABILITIES } from '../core/base/index.ts';
import { restHooks } from '../core/rest/hooks.ts';
import { HOST_COMMANDS, HOSTLESS_COMMANDS } from '../host/cli/run.ts';
import { readSettings } from '../host/config/index.ts';
import { TEXT_SETTINGS } from '../host/config/text-settings.ts';
import { hostHooks } from '../host/hooks.ts';
import { createHost, type Host, serviceToken } from '../host/index.ts';
import { importSource } from '../host/loading/source.ts';
import { CommandLine, type ServerProcess } from './support/command-line.ts';
import { until } from './support/until.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const README = read('README.md');
/** What users read: the README first, then the pages that it leads to. */
const PAGES = ['clients', 'operations', 'security', 'writing-a-plugin'].map((name) => `docs/${name}.md`);
const TEXT = [README, ...PAGES.map(read)].join('\n');

/** The blocks of code of a language, in order. */
const blocks = (language: string): string[] =>
  [...TEXT.matchAll(/^```(\w*)\n(.*?)^```$/gms)].filter(([, of]) => of === language).map(([, , code]) => code!);

/** The source that the pages put into a file. */
function sourceOf(path: string): string {
  const source = blocks('ts').find((code) => code.startsWith(`// ${path}\n`));
  if (source === undefined) throw new Error(`no page shows ${path}`);
  return source;
}

/** The lines of commands that begin so, without that. */
const commands = (beginning: string): string[] =>
  blocks('sh')
    .flatMap((code) => code.trim().split('\n'))
    .filter((line) => line.startsWith(beginning))
    .map((line) => line.slice(beginning.length));

/** Whether a file is no package of others. */
const isSource = (path: string): boolean => !relative(ROOT, path).includes('node_modules');

/** The cells of the first column of the table below a heading of a page. */
const firstColumn = (page: string, heading: string): string[] => {
  const [, section = ''] = read(`docs/${page}.md`).split(`\n## ${heading}\n`);
  return [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (`.*?) +\|/gm)].map(([, cell]) => cell!);
};

describe('the README and the pages for users', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-readme-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Writes what the README shows of a file into a folder. */
  function write(place: string, path: string): string {
    const file = join(place, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, sourceOf(path));
    return file;
  }

  it('are short: the README has at most 150 lines', () => {
    expect(README.trim().split('\n').length).to.be.at.most(150);
  });

  it('explain at most thirty words of our own', () => {
    const words = [...read('docs/glossary.md').matchAll(/^\| \*\*(.*?)\*\*/gm)].map(([, word]) => word!);
    expect(words.length).to.be.within(10, 30);
    expect(words).to.deep.equal([...words].sort());
  });

  it('lead to files that there are', () => {
    const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`);
    for (const page of ['README.md', 'CONTRIBUTING.md', 'plugins/README.md', ...pages]) {
      if (!page.endsWith('.md')) continue;
      for (const [, link] of read(page).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)) {
        if (!/^[a-z]+:/.test(link!))
          expect(existsSync(join(ROOT, dirname(page), link!)), `${page}: ${link}`).to.equal(true);
      }
    }
  });

  it('name folders and files of the repository that there are', () => {
    const named = [...read('docs/architecture.md').matchAll(/`((?:core|docs|host|plugins|spec)\/[\w./-]*)`/g)];
    expect(named.length).to.be.above(20);
    for (const [, path] of named) expect(existsSync(join(ROOT, path!)), path).to.equal(true);
  });

  it('show every hook that the runtime fires in the life of a request, and whether it decides', () => {
    const page = read('docs/request.md');
    const shown = new Map(
      [...page.matchAll(/([◆◇])[^\n|]*/g)]
        .flatMap(([line, mark]) =>
          [...line.matchAll(/[a-z]+_?[a-z_]*/g)].map(([name]) => [name, mark === '◆'] as const),
        )
        .reverse(),
    );
    const hooks = Object.entries({ ...restHooks, ...hostHooks }).filter(([name]) => name !== 'http_request');
    expect(Object.fromEntries(hooks.map(([name]) => [name, shown.get(name)]))).to.deep.equal(
      Object.fromEntries(hooks.map(([name, { decides }]) => [name, decides])),
    );
  });

  it('shows no source without a file, and no command but those that are tried here or elsewhere', () => {
    for (const code of blocks('ts')) expect(code).to.match(/^\/\/ [\w./-]+\.ts\n/);
    const lines = blocks('sh').flatMap((code) => code.trim().split('\n'));
    expect(
      lines.filter(
        (line) => !/^(?:git clone|npm (?:ci|install|start|test|run build:editor)|npx tappet|curl) ?/.test(line),
      ),
    ).to.eql([]);
  });

  describe('followed to the letter in a clone', () => {
    let clone: string;
    let site: CommandLine;
    let server: ServerProcess | undefined;

    before(async () => {
      clone = join(folder, 'tappet');
      for (const part of ['core', 'host', 'plugins', 'dist', 'package.json', 'tsconfig.json']) {
        cpSync(join(ROOT, part), join(clone, part), { recursive: true, filter: isSource, preserveTimestamps: true });
      }
      symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
      write(clone, 'plugins/hello/index.ts');
      cpSync(join(ROOT, 'spec/fixtures/themeunittestdata.wordpress.xml'), join(clone, 'export.xml'));
      site = new CommandLine(clone, { root: clone });
      server = await site.serve();
      const { output } = server;
      await until(() => output.out.includes('Sign in as'));
    });
    after(() => server?.stop());

    /** Sends what a line of curl sends, to the site, with a password where the line wants one. */
    async function curl(line: string, password = ''): Promise<Response> {
      const { url, credentials } = /(?:-u "(?<credentials>.*?)" )?(?<url>http:\S+)$/.exec(line)!.groups!;
      const headers: Record<string, string> =
        credentials === undefined ? {} : { Authorization: `Basic ${btoa(credentials.replace('PASSWORD', password))}` };
      return fetch(url!.replace('http://127.0.0.1:8080', server!.url), { headers });
    }

    const curlOf = (part: string): string => commands('curl ').find((line) => line.includes(part))!;

    it('prints at its first start what the README says', () => {
      const shown = blocks('')[0]!.replaceAll('http://127.0.0.1:8080', server!.url);
      const pattern = shown
        .trim()
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replace(/\S+$/, '\\S{16,}');
      expect(server!.output.out).to.match(new RegExp(`^${pattern}\n`));
    });

    it('serves the posts of a new site, with the fields that are asked for', async () => {
      const posts = (await (await curl(curlOf('/cms/v2/posts'))).json()) as object[];
      expect(posts).to.have.lengthOf(1);
      expect(posts[0]).to.include.keys('id', 'title').and.not.include.keys('content');
    });

    it('runs the smallest plugin, fifteen lines in a folder, without a build step', async () => {
      const lines = sourceOf('plugins/hello/index.ts').trim().split('\n').slice(1);
      expect(lines.length).to.be.at.most(15);
      const answer = await curl(curlOf('/hello/v1/greeting'));
      expect(await answer.json()).to.deep.equal({ hello: 'world' });
      expect(answer.headers.get('X-Greeting')).to.equal('hello');
      expect((await curl(curlOf('/cms/v2/posts'))).headers.get('X-Greeting')).to.equal('hello');
    });

    it('signs in with an application password from the command line', async () => {
      const [line] = commands('npx tappet user application-password');
      const made = await site.run('user', 'application-password', ...line!.trim().split(' '));
      expect(made.code, made.err).to.equal(0);
      const me = await (await curl(curlOf('/users/me'), made.out.trim())).json();
      expect(me).to.include({ id: 1, name: 'admin' });
    });

    it('passes the specs of a plugin and of a client that the pages show', async () => {
      const specs = ['plugins/hello/hello.spec.ts', 'client.spec.ts'];
      for (const spec of specs) write(clone, spec);
      const mocha = join('node_modules', 'mocha', 'bin', 'mocha.js');
      const flags = [
        '--import=tsx',
        '--no-experimental-require-module',
        mocha,
        '--no-config',
        '--timeout=30000',
        '--exit',
        '--reporter=json',
      ];
      const { stdout } = await promisify(execFile)(process.execPath, [...flags, ...specs], { cwd: clone });
      expect(JSON.parse(stdout).stats).to.include({ passes: 3, failures: 0 });
    });

    it('imports an export while it is served', async () => {
      const [line] = commands('npx tappet import');
      const imported = await site.run('import', ...line!.trim().split(' '));
      expect(imported.code, imported.err).to.equal(0);
      const { headers } = await fetch(`${server!.url}/cms-json/cms/v2/posts`);
      expect(Number(headers.get('X-CMS-Total'))).to.be.above(30);
    });
  });

  it('writes a new plugin with the command that it names', async () => {
    const place = join(folder, 'new');
    mkdirSync(place);
    const [line] = commands('npx tappet plugin new');
    const outcome = await new CommandLine(place).run('plugin', 'new', ...line!.trim().split(' '));
    expect(outcome.code, outcome.err).to.equal(0);
    const written = await importSource(join(place, 'plugins/hello/index.ts'));
    expect(written.default).to.include({ name: 'hello' });
  });

  it('configures as its configuration file says', async () => {
    const place = join(folder, 'configured');
    write(place, 'tappet.config.ts');
    write(place, 'plugins/hello/index.ts');
    const settings = await readSettings({ environment: {}, flags: { database: 'sqlite::memory:' }, folder: place });
    const host = await createHost({ ...settings, logLevel: 'silent' });
    try {
      const url = await host.listen(0, '127.0.0.1');
      const { headers } = await fetch(`${url}/cms-json/`);
      expect(headers.get('X-Mine')).to.equal('yes');
      expect(headers.get('Allow')).to.equal(null);
      expect(host.plugins.disabled.map(({ name }) => name)).to.deep.equal(['jsonp']);
    } finally {
      await host.close();
    }
  });

  it('the settings that it shows for signing in hold', async () => {
    const shown = blocks('ts').find((code) => code.includes("'two-factor'"))!;
    const place = join(folder, 'signing-in');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'tappet.config.ts'), shown);
    const settings = await readSettings({ environment: {}, flags: { database: 'sqlite::memory:' }, folder: place });
    const host = await createHost({ ...settings, logLevel: 'silent' });
    try {
      const users = host.generation.services.get('spec', serviceToken('user-store'));
      const short = users.create({ login: 'ada', email: 'ada@example.org', password: 'elevenchars' });
      expect(await short.catch(({ message }) => message)).to.include('at least 12 characters');
    } finally {
      await host.close();
    }
  });

  it('tells every capability, and runs the isolated plugin that it shows', async () => {
    const told = firstColumn('security', 'What a plugin may').flatMap((cell) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
    );
    expect(told.filter((name) => !name.startsWith('routes:'))).to.have.members(Object.keys(CAPABILITIES));
    const place = join(folder, 'isolated');
    write(place, 'plugins/site-card/index.ts');
    const plugins = { only: [], folders: [join(place, 'plugins')] };
    const host = await createHost({ logLevel: 'silent', database: 'sqlite::memory:', plugins });
    try {
      expect((await host.dispatch('/site-card/v1/name')).data).to.deep.equal({ name: 'Tappet' });
    } finally {
      await host.close();
    }
  });

  describe('the plugins of the tutorial', () => {
    /** A host in memory with nothing but plugins of the tutorial, and what they require. */
    const hostOf = async (names: readonly string[], options: Readonly<Record<string, unknown>> = {}): Promise<Host> => {
      const place = join(folder, names.join('-'));
      for (const name of names) write(place, `plugins/${name}/index.ts`);
      const plugins = { only: ['posts'], folders: [join(place, 'plugins')] };
      const settings = { logLevel: 'silent', database: 'sqlite::memory:', plugins, options } as const;
      return createHost(settings);
    };

    it('answers by an option, and checks its argument', async () => {
      const host = await hostOf(['opening-hours'], { 'opening-hours': { hours: { friday: '9-12' } } });
      const ask = (day: string) => host.dispatch(`/opening-hours/v1/hours?day=${day}`);
      expect((await ask('friday')).data).to.deep.equal({ day: 'friday', hours: '9-12' });
      expect((await ask('sunday')).status).to.equal(404);
      expect((await ask('someday')).status).to.equal(400);
      await host.close();
    });

    it('attaches a field to posts', async () => {
      const host = await hostOf(['letters']);
      await host.generation.services
        .get('spec', serviceToken('post-store'))
        .insert({ title: 'Four', status: 'publish' });
      const { data } = await host.dispatch('/cms/v2/posts');
      expect(data).to.have.nested.property('[0].letters', 4);
      await host.close();
    });

    it('declares a hook and gives a service, which another plugin uses', async () => {
      const host = await hostOf(['prices', 'sale']);
      expect((await host.dispatch('/sale/v1/price')).data).to.deep.equal({ price: 90 });
      await host.close();
    });

    it('puts Koa middleware before the interface', async function () {
      if (!('http_app' in restHooks)) this.skip();
      const host = await hostOf(['powered-by']);
      const url = await host.listen(0, '127.0.0.1');
      for (const path of ['/cms-json/', '/cms-json/none', '/none']) {
        expect((await fetch(url + path)).headers.get('X-Powered-By'), path).to.equal('Tappet');
      }
      await host.close();
    });
  });

  it('answers from within a program', async () => {
    const logged: unknown[][] = [];
    const { log } = console;
    console.log = (...parts: unknown[]) => void logged.push(parts);
    try {
      await importSource(write(folder, 'in-memory.ts'));
    } finally {
      console.log = log;
    }
    expect(logged).to.deep.equal([[200, []]]);
  });

  it('names flags and variables that there are', () => {
    const flags = firstColumn('operations', 'Settings').map((cell) => cell.replaceAll('`', ''));
    expect(flags).to.have.members(TEXT_SETTINGS.map(({ flag }) => flag));
    for (const flag of flags) {
      const setting = TEXT_SETTINGS.find((each) => each.flag === flag);
      expect(setting, flag).to.not.equal(undefined);
      expect(read('docs/operations.md')).to.match(new RegExp(`\\| \`${flag}\` +\\| \`${setting!.variable}\``));
    }
  });

  it('names commands and flags that there are, in tables, texts and examples', async () => {
    const key = { accessKeyId: 'id', secretAccessKey: 'secret' };
    const store = { bucket: 'uploads', endpoint: 'http://127.0.0.1:1', ...key };
    const host = await createHost({
      database: 'sqlite::memory:',
      logLevel: 'silent',
      plugins: { required: ['media-s3'] },
      options: { media: { disk: false }, 'media-s3': store },
    });
    try {
      const own = HOST_COMMANDS.map((make) => make(host, async () => ({})));
      const known = [...HOSTLESS_COMMANDS, ...own, ...host.generation.commands];
      const pages = read('docs/operations.md') + read('docs/operations/README.md');
      const named = [...pages.matchAll(/`tappet (\w[^`]*)`|^npx tappet (.*)$|bin\.js (\w[^`]*)`/gm)].map(
        ([, ...words]) => words.join(''),
      );
      expect(named.length).to.be.above(80);
      const settings = TEXT_SETTINGS.map(({ flag }) => flag);
      for (const words of named) {
        const command = known.find(({ name }) => `${words} `.startsWith(`${name} `));
        expect(command, words).to.not.equal(undefined);
        const flags = Object.keys(command!.flags ?? {}).map((flag) => flag.split(/[ ,]/, 1)[0]!);
        const given = words.split(' #', 1)[0]!.match(/(?<= )--[\w-]+/g) ?? [];
        expect([...settings, ...flags, '--watch'], words).to.include.members(given);
      }
    } finally {
      await host.close();
    }
  });
});
