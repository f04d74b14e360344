import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { TEXT_SETTINGS } from '../host/config/text-settings.ts';
import { freePort } from './support/free-port.ts';
import { installPackage } from './support/installed-package.ts';
import { until } from './support/until.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FOLDER = join(ROOT, 'docs/operations');
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** Whether a program is on this machine. */
const has = (program: string): boolean => spawnSync('which', [program]).status === 0;

/** A fact that is tried with a program of its own, and reported as skipped on a machine without it. */
const itWith = (program: string, title: string, run: () => void | Promise<void>) =>
  has(program) ? it(title, run) : it.skip(`${title}: skipped, for ${program} is not installed`);

describe('the files that run a site', () => {
  it('are all told of', () => {
    const names = readdirSync(FOLDER).filter((name) => name !== 'README.md');
    for (const name of names) expect(read('README.md')).to.include(`[${name}](${name})`);
  });

  it('name settings that there are', () => {
    const variables = TEXT_SETTINGS.map(({ variable }) => variable);
    const texts = [read('Dockerfile'), read('compose.yaml'), read('tappet.service'), read('README.md')];
    const named = texts.flatMap((text) => text.match(/\b(?:TAPPET_[A-Z_]+|DATABASE_URL|HOST|PORT)\b/g) ?? []);
    expect(named).to.include.members(['TAPPET_WORKERS', 'TAPPET_SHUTDOWN_DELAY', 'DATABASE_URL', 'PORT']);
    expect(named.filter((name) => !variables.includes(name))).to.deep.equal([]);
  });

  it('start the build, and copy what the repository has', () => {
    const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(read('Dockerfile')).to.include(`ENTRYPOINT ["node", "/app/${bin.tappet}"]`);
    expect(read('tappet.service')).to.include(`/opt/tappet/${bin.tappet} serve\n`);
    const copied = [...read('Dockerfile').matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, paths]) =>
      paths!.split(' '),
    );
    expect(copied).to.include('/app/dist');
    for (const path of copied) expect(existsSync(join(ROOT, path.replace('/app/', ''))), path).to.equal(true);
  });

  it('name the bucket and the address of the store that they run', async () => {
    const [, source] = /^```ts\n(\/\/ tappet\.config\.ts\n.*?)^```$/ms.exec(read('README.md'))!;
    const { default: shown } = await import(`data:text/javascript,${encodeURIComponent(source!)}`);
    const { bucket, endpoint } = shown.options['media-s3'];
    const [, service] = read('compose.yaml').split(/^ {2}s3:$/m);
    expect(new URL(endpoint)).to.include({ hostname: 's3', port: '7070' });
    expect(service).to.include(`- ${bucket}:/data/${bucket}\n`).and.include('command: [posix, /data]\n');
  });

  itWith('caddy', 'are a configuration that Caddy takes', () => {
    const file = join(FOLDER, 'Caddyfile');
    execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
      env: { ...process.env, SITE: 'site.example' },
      stdio: 'pipe',
    });
  });

  itWith('caddy', 'are told of with configurations that Caddy takes', () => {
    const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
    const examples = [...page.matchAll(/^```\n(site\.example \{\n.*?^\}\n)```$/gms)].map(([, example]) => example!);
    expect(examples).to.have.lengthOf(2);
    const folder = mkdtempSync(join(tmpdir(), 'tappet-caddy-'));
    try {
      for (const example of examples) {
        const file = join(folder, 'Caddyfile');
        writeFileSync(file, example);
        execFileSync('caddy', ['adapt', '--adapter', 'caddyfile', '--config', file], { stdio: 'pipe' });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  itWith('systemd-analyze', 'are a service that systemd takes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tappet-unit-'));
    try {
      const unit = join(folder, 'tappet.service');
      writeFileSync(unit, read('tappet.service').replace('/usr/bin/node', process.execPath));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
      expect([status, stderr.split('\n').filter((line) => line.includes('tappet.service'))]).to.deep.equal([0, []]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('what the files for containers start', () => {
  const children: ChildProcess[] = [];
  let folder: string;
  let port: number;

  /** Starts a program that runs until the end. */
  const start = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    children.push(
      spawn(program, args, { cwd: join(folder, 'site'), env: { ...process.env, ...env }, stdio: 'ignore' }),
    );
  const listOf = (instruction: string): string[] =>
    JSON.parse(new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(read('Dockerfile'))![1]!);
  const answers = (url: string) =>
    until(() =>
      fetch(url).then(
        ({ status }) => status === 200,
        () => false,
      ),
    );

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-image-'));
    mkdirSync(join(folder, 'site'));
    installPackage(join(folder, 'app'));
    port = await freePort();
    const [, environment] = /^ENV (.+)$/m.exec(read('Dockerfile'))!;
    const env = Object.fromEntries(environment!.split(' ').map((pair) => pair.split('=')));
    const [program, ...args] = [...listOf('ENTRYPOINT'), ...listOf('CMD')].map((part) =>
      part.replace(/^\/app\//, `${folder}/app/`),
    );
    start(program!, args, { ...env, HOST: '127.0.0.1', PORT: String(port), TAPPET_TRUST_PROXY: '1' });
    await answers(`http://127.0.0.1:${port}/readyz`);
  });
  after(async () => {
    for (const child of children) {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    }
    rmSync(folder, { recursive: true });
  });

  it('is an image whose user is not root, with the packages that it needs, and tells its health', async () => {
    expect(/^USER (\w+)$/m.exec(read('Dockerfile'))![1]).to.not.equal('root');
    const [program, ...args] = listOf('HEALTHCHECK .* CMD');
    const check = async (at: number) => {
      const [code] = await once(spawn(program!, args, { env: { ...process.env, PORT: String(at) } }), 'exit');
      return code;
    };
    expect(await check(port)).to.equal(0);
    expect(await check(await freePort())).to.equal(1);
  });

  itWith('caddy', 'is a proxy that passes on what clients ask for, but for figures', async () => {
    const [own, admin] = [await freePort(), await freePort()];
    const site = `http://127.0.0.1:${own}`;
    start('caddy', ['run', '--adapter', 'caddyfile', '--config', join(FOLDER, 'Caddyfile')], {
      SITE: site,
      UPSTREAM: `127.0.0.1:${port}`,
      CADDY_ADMIN: `127.0.0.1:${admin}`,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    });
    await answers(`${site}/readyz`);
    expect(await (await fetch(`${site}/cms-json/`)).json())
      .to.have.property('namespaces')
      .that.includes('cms/v2');
    expect((await fetch(`${site}/metrics`)).status).to.equal(403);
  });

  itWith('redis-server', 'is a store of counts, which answers', async () => {
    const command = /^ {4}command: \[(.+)\]$/m.exec(read('compose.yaml').split(/^ {2}redis:$/m)[1]!)![1]!;
    // A valkey-server takes what a redis-server does, and this machine may have the latter alone.
    const [, ...args] = command.split(', ').map((part) => part.replaceAll('"', ''));
    const at = String(await freePort());
    start('redis-server', [...args, '--port', at]);
    const ask = (...words: string[]) => spawnSync('redis-cli', ['-p', at, ...words], { encoding: 'utf8' }).stdout;
    await until(() => ask('ping') === 'PONG\n');
    expect(ask('config', 'get', 'maxmemory-policy')).to.equal('maxmemory-policy\nvolatile-ttl\n');
    expect(ask('config', 'get', 'save')).to.equal('save\n\n');
  });
});
