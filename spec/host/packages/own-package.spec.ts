import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { PackageRegistry } from '../../support/package-registry.ts';
import { publishRepository } from '../../support/repository-packages.ts';
import { until } from '../../support/until.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAMS = join(ROOT, 'node_modules/.bin');

/** What the tutorial has one do in an empty folder, by each package manager; no package gets a script run. */
const MANAGERS = {
  npm: {
    add: ['install', '--ignore-scripts', '--no-audit', '--no-fund'],
    install: ['install', '--ignore-scripts', '--no-audit', '--no-fund'],
    tappet: ['exec', '--', 'tappet'],
    test: ['test', '--'],
  },
  pnpm: {
    add: ['add', '--ignore-scripts'],
    install: ['install', '--ignore-scripts'],
    tappet: ['exec', 'tappet'],
    test: ['test'],
  },
  yarn: {
    add: ['add', '--ignore-scripts'],
    install: ['install', '--ignore-scripts'],
    tappet: ['--silent', 'tappet'],
    test: ['test'],
  },
} as const;

/** What a server and a spec load beside what the build holds; all else is installed without its files. */
const LOADED = ['better-sqlite3', 'fast-check', 'jiti', 'mocha', 'pino'];

describe('the package of tappet', function () {
  // It is packed, and then installed by package managers in processes of their own.
  this.timeout(180_000);
  let place: string;
  let registry: PackageRegistry;
  let packed: { readonly filename: string; readonly files: readonly { readonly path: string }[] };
  before(async () => {
    place = mkdtempSync(join(tmpdir(), 'tappet-packed-'));
    registry = await PackageRegistry.start();
    publishRepository(registry, LOADED);
    const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error', `--pack-destination=${place}`];
    packed = (JSON.parse(await output('npm', args, ROOT)) as [typeof packed])[0];
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    registry.offer(manifest, () => readFileSync(join(place, packed.filename)));
  });
  after(async () => {
    await registry.close();
    rmSync(place, { recursive: true });
  });

  /** Starts a program in a folder, with folders and a registry of its own, in a group of processes of its own. */
  function start(program: string, args: readonly string[], cwd: string): { child: ChildProcess; text: () => string } {
    const inherited = Object.entries(process.env).filter(([name]) => !/^npm_|^(?:FORCE_COLOR|CI)$/i.test(name));
    const env = {
      ...Object.fromEntries(inherited),
      PATH: [PROGRAMS, process.env.PATH].join(delimiter),
      HOME: place,
      XDG_CACHE_HOME: place,
      XDG_DATA_HOME: place,
      NO_COLOR: '1',
      npm_config_registry: registry.url,
      npm_config_update_notifier: 'false',
    };
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
    }
    return { child, text: () => text };
  }

  /** What a program prints; throws it where the program fails. */
  async function output(program: string, args: readonly string[], cwd: string): Promise<string> {
    const { child, text } = start(program, args, cwd);
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${text()}`);
    return text();
  }

  it('holds every file that its own pages lead to', () => {
    const files = packed.files.map(({ path }) => path);
    const pages = files.filter((path) => /^(?:README\.md|docs\/.*\.md|plugins\/README\.md)$/.test(path));
    const named = pages.flatMap((page) =>
      [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)\s#:]+)(?:#[^)]*)?\)/g)].map(([, link]) =>
        normalize(join(dirname(page), link!)).replace(/\/$/, ''),
      ),
    );
    expect(pages.length).to.be.above(20);
    const missing = named.filter((path) => !files.some((file) => file === path || file.startsWith(`${path}/`)));
    expect([...new Set(missing)]).to.deep.equal([]);
  });

  it('holds the example plugins with their specs, and no packages of theirs', () => {
    const files = packed.files.map(({ path }) => path);
    for (const name of ['events', 'jwt-auth', 'webhooks']) {
      expect(files)
        .to.include(`spec/fixtures/plugins/${name}/index.ts`)
        .and.include(`spec/fixtures/plugins/${name}/${name}.spec.ts`);
    }
    expect(files.filter((path) => /node_modules/.test(path))).to.deep.equal([]);
  });

  it('holds no sources, no specs of its own and no data', () => {
    const odd = (path: string) =>
      /^(?:core|host|data)\/|^spec\/(?!fixtures\/plugins\/|pictures\/|bench\/README\.md$)/.test(path);
    expect(packed.files.map(({ path }) => path).filter(odd)).to.deep.equal([]);
  });

  for (const [name, { add, install, tappet, test }] of Object.entries(MANAGERS)) {
    const isThere = name === 'npm' || existsSync(join(PROGRAMS, name));
    const title = `is all that a plugin needs in an empty folder, from its template to an answer, with ${name}`;
    (isThere ? it : it.skip)(`${title}${isThere ? '' : ', which is not installed'}`, async () => {
      const folder = join(place, name);
      mkdirSync(folder);
      // From a registry, or from the file that is sent there, which takes npm far longer.
      await output(name, [...add, name === 'npm' ? 'tappet' : `../${packed.filename}`], folder);
      await output(name, [...tappet, 'plugin', 'new', 'hello'], folder);
      await output(name, install, folder);
      expect(await output(name, [...test, '--plugin', 'hello'], folder)).to.match(/^ {2}4 passing/m);
      const { child, text } = start(name, [...tappet, 'serve', '--port=0'], folder);
      const ended = once(child, 'close');
      try {
        await until(() => {
          if (child.exitCode !== null) throw new Error(text());
          return text().includes('The interface is at');
        });
        const [, address] = /listening on (http:\S+)/.exec(text())!;
        const answer = await fetch(`${address}/cms-json/hello/v1/greeting?name=Ann`);
        expect(await answer.json()).to.deep.equal({ greeting: 'Hello, Ann!' });
      } finally {
        process.kill(-child.pid!, 'SIGTERM');
        await ended;
      }
    });
  }
});
