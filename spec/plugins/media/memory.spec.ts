import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { until } from '../../support/until.ts';
import { picture } from './pictures.ts';

const MEGABYTE = 2 ** 20;
const SIZE = 128 * MEGABYTE;
/** The memory that an upload of any size may take beyond that of the idle process. */
const ALLOWED = 100 * MEGABYTE;

describe('an upload of 128 MB', function () {
  this.timeout(120_000);
  let folder: string;
  let child: ChildProcess;
  let url: string;
  let idle: number;

  const next = async () => (await once(child, 'message'))[0];
  /** The most memory since the previous call. */
  const memory = async (): Promise<number> => {
    const answer = next();
    child.send('memory');
    return answer;
  };
  /** The temporary files of requests. */
  const scratch = async () => (await readdir(join(folder, 'scratch'))).filter((name) => name.startsWith('tappet-'));
  /** They go soon after the answer; the timeout of the spec is the limit. */
  const noScratch = () => until(async () => (await scratch()).length === 0);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
    await mkdir(join(folder, 'scratch'));
    child = fork(fileURLToPath(new URL('upload-process.ts', import.meta.url)), [join(folder, 'uploads')], {
      execArgv: ['--import=tsx', '--expose-gc'],
      env: { ...process.env, TMPDIR: join(folder, 'scratch') },
    });
    url = await next();
    // Modules that are loaded with the first upload count as part of the idle process.
    await send({ 'Content-Type': 'image/jpeg', ...named('warm.jpg') }, [await picture(400, 300)]);
    await memory();
    idle = await memory();
  });
  after(async () => {
    child.kill();
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  });

  const named = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` });

  function* lines(): Iterable<Buffer> {
    const chunk = Buffer.alloc(64 * 1024, 'one line of text after another\n');
    for (let sent = 0; sent < SIZE; sent += chunk.length) yield chunk;
  }

  async function send(
    headers: Record<string, string>,
    body: Iterable<Buffer>,
  ): Promise<{ status?: number; text: string }> {
    const sent = request(`${url}/cms-json/cms/v2/media`, { method: 'POST', headers });
    const answered = once(sent, 'response');
    await pipeline(Readable.from(body), sent);
    const [answer] = await answered;
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    return { status: answer.statusCode, text: Buffer.concat(chunks).toString() };
  }

  async function isStored(answer: { status?: number; text: string }): Promise<void> {
    expect(answer.status, answer.text).to.equal(201);
    const { media_details, source_url } = JSON.parse(answer.text);
    expect(media_details.filesize).to.equal(SIZE);
    const path = source_url.slice(source_url.indexOf('/uploads/') + 9);
    expect((await stat(join(folder, 'uploads', path))).size).to.equal(SIZE);
    expect((await memory()) - idle).to.be.below(ALLOWED);
    await noScratch();
  }

  it('as bytes is never whole in memory', async () => {
    await isStored(await send({ 'Content-Type': 'text/plain', ...named('long.txt') }, lines()));
  });

  it('in a form is never whole in memory', async () => {
    function* form(): Iterable<Buffer> {
      yield Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="long.txt"\r\n\r\n');
      yield* lines();
      yield Buffer.from('\r\n--x--\r\n');
    }
    await isStored(await send({ 'Content-Type': 'multipart/form-data; boundary=x' }, form()));
  });

  it('that breaks off leaves nothing behind', async () => {
    const sent = request(`${url}/cms-json/cms/v2/media`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', 'Content-Length': String(SIZE), ...named('broken.txt') },
    });
    sent.on('error', () => undefined);
    for (const chunk of [...lines()].slice(0, 320)) {
      if (!sent.write(chunk)) await once(sent, 'drain');
    }
    expect(await scratch()).to.have.lengthOf(1);
    sent.destroy();
    await noScratch();
    expect(
      (await readdir(join(folder, 'uploads'), { recursive: true })).filter((path) => path.includes('broken')),
    ).to.deep.equal([]);
  });
});
