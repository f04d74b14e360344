import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pino = createRequire(import.meta.url).resolve('pino');

/** Runs code with a `log` of a level in a process of its own; returns its standard error. */
async function written(level: string, lines: string): Promise<string> {
  const script = `
    import { createRequire } from 'node:module';
    import { createLog } from './host/log.ts';
    const isLoaded = () => createRequire(import.meta.url).cache[${JSON.stringify(pino)}] !== undefined;
    const log = createLog(${JSON.stringify(level)});
    ${lines}`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  return (await promisify(execFile)(process.execPath, args, { cwd: root })).stderr;
}

describe('the log of a host', () => {
  it('writes lines of its level and above, in order, without secrets', async () => {
    const text = await written(
      'warn',
      `log.info('unseen'); log.debug({ a: 1 }, 'unseen'); log.warn('seen first');
       log.error({ headers: { authorization: 'Basic c2VjcmV0' } }, 'seen next');`,
    );
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; headers?: object });
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['seen first', 'seen next']);
    expect(lines[1]!.headers).to.deep.equal({ authorization: '[redacted]' });
  });

  it('hides secrets by the names of headers and members, in addresses, and in the texts of errors', async () => {
    const text = await written(
      'warn',
      `const url = '/cms-json/?_cmsnonce=hush1&search=seen&password=hush2&rp_key=hush3;token=hush4#access_token=hush5&x=1';
       const headers = { cookie: 'hush6', 'x-cms-nonce': 'hush7', 'Proxy-Authorization': 'hush8', 'user-agent': 'seen' };
       const error = Object.assign(new Error('GET https://ann:hush9@example.org/?client_secret=hush10 failed'), {
         request: { headers: { Authorization: 'Basic hush11' }, body: { user_pass: 'hush12', passwords: ['hush13'] } },
       });
       log.warn({ err: error, url, req: { headers, url }, sessionToken: 'hush14', api_key: 'hush15', keys: 'seen' }, 'at ' + url);
       log.warn('postgres://site:hush16@localhost/db');
       const deep = {}; let level = deep; for (let at = 0; at < 50; at++) level = level.a = { b: 'seen' };
       log.warn({ deep, at: new Date(0), none: null, token: undefined }, 'done');`,
    );
    expect(text).to.not.match(/hush/);
    expect(text.match(/seen/g)!.length).to.be.greaterThan(6);
    expect(text).to.contain('"at":"1970-01-01T00:00:00.000Z"').and.contain('"msg":"done"');
  });

  it('loads pino with the first line', async () => {
    const lines = `log.info('unseen'); process.stderr.write(isLoaded() + ' '); log.warn('seen'); process.stderr.write(String(isLoaded()));`;
    expect(await written('warn', lines)).to.match(/^false .*"msg":"seen".*\ntrue$/);
  });

  it('writes nothing at the level `silent`', async () => {
    expect(await written('silent', `log.error({ err: new Error('unheard') }, 'unseen');`)).to.equal('');
  });
});
