import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { TEXT_SETTINGS } from '../host/config/text-settings.ts';
import { createHost } from '../host/index.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FOLDER = join(ROOT, 'docs/operations');
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** Whether a program is on this machine. */
const has = (program: string): boolean => spawnSync('which', [program]).status === 0;

/** A fact that is tried with a program of its own, and reported as skipped on a machine without it. */
const itWith = (program: string, title: string, run: () => void) =>
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

  it('let the image, whose user is not root, tell its health by /readyz', async () => {
    const [, user] = /^USER (\w+)$/m.exec(read('Dockerfile'))!;
    expect(user).to.not.equal('root');
    const [program, ...args] = JSON.parse(/^HEALTHCHECK .* CMD (\[.*\])$/m.exec(read('Dockerfile'))![1]!);
    const host = await createHost({ logLevel: 'silent', plugins: { only: ['health'] } });
    const { port } = new URL(await host.listen(0, '127.0.0.1'));
    const check = () =>
      new Promise((resolve) => {
        spawn(program, args, { env: { ...process.env, PORT: port } }).once('close', resolve);
      });
    expect(await check()).to.equal(0);
    await host.close();
    expect(await check()).to.equal(1);
  });

  itWith('caddy', 'are a configuration that Caddy takes', () => {
    const file = join(FOLDER, 'Caddyfile');
    execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
      env: { ...process.env, SITE: 'site.example' },
      stdio: 'pipe',
    });
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
