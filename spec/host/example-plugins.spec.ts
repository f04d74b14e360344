import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Host, type Logger, serviceToken } from '../../host/index.ts';
import { fromBase32 } from '../../plugins/two-factor/base32.ts';
import { codeOf } from '../../plugins/two-factor/totp.ts';
import type { UserStore } from '../../plugins/users/index.ts';
import { built } from '../support/built.ts';
import { copyOutside, linkPackages } from '../support/outside-copy.ts';

const EXAMPLES = fileURLToPath(new URL('../fixtures/plugins', import.meta.url));

/** The copy of the plugin `two-factor`, which stands in for it. */
const COPY = 'second-factor';

/** Which of the plugins that are looked for first works isolated, and why another cannot; docs/writing-a-plugin.md tells it, too. */
const ISOLATED: [plugin: string, mode: string, reason: RegExp | undefined][] = [
  ['graphql', 'true', /cannot tap hook "http_app", which is synchronous/],
  ['graphql', `'process'`, /cannot tap hook "http_app", which is synchronous/],
  ['meilisearch', 'true', /"node:crypto" is of Node\.js/],
  ['meilisearch', `'process'`, /functions do not cross/],
  ['rate-limit', 'true', /"node:net" is of Node\.js/],
  ['rate-limit', `'process'`, /"tappet\/rest" is not there for an isolated plugin/],
  ['redirects', 'true', /"node:fs\/promises" is of Node\.js/],
  ['redirects', `'process'`, /functions do not cross/],
  ['seo', 'true', /cannot tap hook "document_title_parts", which is synchronous/],
  ['seo', `'process'`, /cannot tap hook "document_title_parts", which is synchronous/],
  [COPY, 'true', /"tappet\/plugin" is not there for an isolated plugin/],
  [COPY, `'process'`, /"tappet\/plugin" is not there for an isolated plugin/],
  ['reading-time', 'true', /"node:crypto" is of Node\.js/],
  ['reading-time', `'process'`, undefined],
];

describe('the plugins that users look for first', function () {
  this.timeout(60_000);
  let folder: string;
  let warnings: string[];
  let hosts: Host[];
  const line = (details: unknown, message?: string) => void warnings.push(String(message ?? details));
  const log = { debug: () => {}, info: () => {}, warn: line, error: line } as Logger;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-examples-'));
    linkPackages(folder, ['dataloader', 'graphql', 'uqr']);
    warnings = [];
    hosts = [];
  });
  afterEach(async () => {
    await Promise.all(hosts.map((host) => host.close()));
    rmSync(folder, { recursive: true });
  });

  /** Puts a plugin into the folder of plugins, with a change of its definition. */
  const put = (plugin: string, change: (index: string) => string = (index) => index) => {
    const place = join(folder, 'plugins', plugin);
    const index = join(place, 'index.ts');
    if (plugin !== COPY) cpSync(join(EXAMPLES, plugin), place, { recursive: true });
    else {
      copyOutside('two-factor', place);
      const text = readFileSync(index, 'utf8');
      writeFileSync(index, text.replace("name: 'two-factor'", `name: '${COPY}', replaces: { 'two-factor': '0.1.0' }`));
    }
    writeFileSync(index, change(readFileSync(index, 'utf8')));
  };
  const start = async (options: object = {}) => {
    const plugins = { folders: [join(folder, 'plugins')], disabled: ['two-factor'] };
    const host = await built.createHost({ log, database: 'sqlite::memory:', plugins, options: { ...options } });
    hosts.push(host);
    return host;
  };
  const names = ({ generation }: Host) => generation.plugins.map(({ definition }) => definition.name);

  for (const [plugin, mode, reason] of ISOLATED) {
    it(`${plugin} ${reason === undefined ? 'works' : 'cannot run'} with isolated: ${mode}`, async () => {
      const network = plugin === 'rate-limit' ? "capabilities: ['network', " : 'capabilities: [';
      put(plugin, (index) =>
        index.replace("version: '", `isolated: ${mode},\n  version: '`).replace('capabilities: [', network),
      );
      const host = await start();
      if (reason === undefined) expect([names(host).includes(plugin), warnings]).to.eql([true, []]);
      else {
        expect(names(host)).not.to.include(plugin);
        expect(warnings.join('\n')).to.match(reason);
      }
    });
  }

  it('two-factor works as a package of others, on what tappet exports alone', async () => {
    put(COPY);
    const host = await start({ [COPY]: { requiredRoles: ['editor'] } });
    expect([names(host).includes(COPY), warnings]).to.eql([true, []]);
    const users = host.generation.services.get('spec', serviceToken<UserStore>('user-store'));
    await users.create({ login: 'erin', email: 'erin@example.org', roles: ['editor'], password: 'of erin, and long' });
    const base = await host.listen(0, '127.0.0.1');
    const send = async (fields: Record<string, string>) => {
      const body = new URLSearchParams(fields);
      const answer = await fetch(`${base}/login`, { method: 'POST', body, redirect: 'manual' });
      const text = await answer.text();
      const login_token = /name="login_token" type="hidden" value="([^"]+)"/.exec(text)?.[1] ?? '';
      return { text, login_token, cookies: answer.headers.getSetCookie() };
    };
    const login = { log: 'erin', pwd: 'of erin, and long' };
    const setup = await send(login);
    const secret = /secret=([A-Z2-7]+)/.exec(setup.text)![1]!;
    const otp = (steps: number) => codeOf(fromBase32(secret), Math.floor(Date.now() / 30_000) + steps);
    const done = await send({ login_token: setup.login_token, otp: otp(-1) });
    expect(done.text.match(/(?:[a-z2-7]{4}-){3}[a-z2-7]{4}/g)).to.have.lengthOf(10);
    const next = await send(login);
    expect(next.cookies.join()).not.to.match(/session|logged_in/i);
    expect(next.text).to.include('name="otp"').and.not.include('otpauth:');
    const signedIn = await send({ login_token: next.login_token, otp: otp(1) });
    expect([next.cookies.length, signedIn.cookies.length > 0]).to.eql([0, true]);
  });
});
