import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The names of the sources in a folder and those in it. */
const sourcesIn = (folder: string): string[] =>
  readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return name.endsWith('.ts') ? [name] : [];
    return /node_modules|scaffold\/templates/.test(name) ? [] : sourcesIn(name);
  });

/** The code of the host by file, comments aside. */
let code: Map<string, string>;

/** The files of the host whose code matches a pattern. */
const filesWith = (pattern: RegExp): string[] =>
  [...code]
    .filter(([, text]) => pattern.test(text))
    .map(([name]) => name)
    .sort();

/**
 * Every place that makes a session or takes a password of a user. A new one comes here with a decision: does it ask
 * `login_challenge` before there is a session?
 */
describe('the doors to a session', () => {
  before(() => {
    const bare = (name: string) => readFileSync(root + name, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    code = new Map(['core', 'host', 'plugins'].flatMap(sourcesIn).map((name) => [name, bare(name)]));
  });

  it('are one: the login page begins sessions, after password and challenge', () => {
    expect(filesWith(/\bbrowser\.begin\(|\.begin\(context/)).to.eql(['plugins/sessions/sign-in.ts']);
    // The test kit signs in a user of the host that it has made.
    expect(filesWith(/essions\.create\(/)).to.eql(['host/testing/block-editor.ts', 'plugins/sessions/browser.ts']);
    expect(filesWith(/\bsignIn\(/)).to.eql(['plugins/sessions/challenge-page.ts', 'plugins/sessions/sign-in.ts']);
    // Goes on with a session that has met the challenge when it began.
    expect(filesWith(/essions\.renew\(/)).to.eql(['plugins/cookie-auth/index.ts']);
    expect(filesWith(/['"]session_tokens['"]/)).to.eql([
      'plugins/database/reserved-keys.ts',
      'plugins/sessions/index.ts',
    ]);
  });

  it('passwords of users are taken by the login page, and asked for again of who is signed in', () => {
    expect(filesWith(/\.authenticate\(/)).to.eql([
      'plugins/sessions/login-page.ts',
      'plugins/sessions/reauthentication.ts',
      'plugins/users/store/sql-user-store.ts',
    ]);
  });

  it('hashes of passwords are checked for logins and application passwords alone', () => {
    expect(filesWith(/passwords\.verify\(/)).to.eql([
      'plugins/application-passwords/authenticate.ts',
      'plugins/users/store/authenticate.ts',
    ]);
  });

  it('requests are identified by the cookie of a session and by application passwords alone', () => {
    expect(filesWith(/filter\('determine_current_user'\)\s*\.tap/)).to.eql([
      'plugins/application-passwords/index.ts',
      'plugins/cookie-auth/index.ts',
    ]);
  });
});
