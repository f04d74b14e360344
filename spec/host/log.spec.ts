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

  it('loads pino with the first line', async () => {
    const lines = `log.info('unseen'); process.stderr.write(isLoaded() + ' '); log.warn('seen'); process.stderr.write(String(isLoaded()));`;
    expect(await written('warn', lines)).to.match(/^false .*"msg":"seen".*\ntrue$/);
  });

  it('writes nothing at the level `silent`', async () => {
    expect(await written('silent', `log.error({ err: new Error('unheard') }, 'unseen');`)).to.equal('');
  });
});
