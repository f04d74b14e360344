import fs, { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { definePlugin, type Host, UserLoader } from '../../host/index.ts';
import { ask, echo, listening } from './echo.ts';

const LIMIT = 8192;
/** How often a client was asked who it is. */
let identified = 0;

/** Signs in a client that sends a header, a field of a form or a member of JSON that says so. */
const signIn = definePlugin({
  name: 'sign-in',
  version: '1.0.0',
  description: 'Signs in by a header or a parameter.',
  capabilities: ['authentication', 'users:read'],
  setup({ hooks, provide }) {
    provide(UserLoader, { load: async (id) => ({ id, can: () => true }) });
    hooks.filter('determine_current_user').tap('sign-in', (user, request) => {
      identified++;
      return request.getHeader('Authorization') === 'me' || request.getParam('token') === 'me' ? 7 : user;
    });
    hooks.action('rest_api_init').tap('sign-in', (server) =>
      server.registerRoute('t/v1', '/me', {
        methods: ['POST'],
        callback: ({ user, files }) => ({ id: user.id, files: Object.keys(files).length }),
        permission_callback: () => true,
      }),
    );
  },
});

describe('bodies before it is known who sends them', () => {
  let host: Host;
  let url: string;
  const temporary = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), 'bodies-'));
  before(async () => {
    process.env.TMPDIR = folder;
    ({ host, url } = await listening({
      anonymousBodyLimit: LIMIT,
      plugins: { only: [], folders: [echo, signIn] },
    }));
  });
  beforeEach(() => {
    identified = 0;
  });
  after(async () => {
    await host.close();
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
    rmSync(folder, { recursive: true });
  });

  const json = 'application/json';
  const post = (path: string, body: RequestInit['body'], type?: string, headers: Record<string, string> = {}) =>
    ask(url + path, {
      method: 'POST',
      body,
      headers: { ...(type === undefined ? {} : { 'Content-Type': type }), ...headers },
    });
  const me = { Authorization: 'me' };
  const text = (size: number) => JSON.stringify({ text: 'a'.repeat(size) });
  const upload = (size: number, files = 1) => {
    const data = new FormData();
    for (let index = 0; index < files; index++) data.append(`file${index}`, new Blob([Buffer.alloc(size)]), 'a.bin');
    return data;
  };

  it('are far smaller than those of who is signed in', async () => {
    expect((await post('/cms-json/t/v1/me', text(LIMIT - 100), json)).json).to.deep.equal({ id: 0, files: 0 });
    for (const body of [text(LIMIT), upload(LIMIT), Buffer.alloc(LIMIT + 1)]) {
      const type = typeof body === 'string' ? json : body instanceof FormData ? undefined : 'image/png';
      expect((await post('/cms-json/t/v1/me', body, type)).json.code).to.equal('rest_request_too_large');
      expect((await post('/cms-json/t/v1/me', body, type, me)).json?.id).to.equal(7);
    }
  });

  it('are as small when they are packed, signed in or not', async () => {
    const packed = { ...me, 'Content-Encoding': 'gzip' };
    expect((await post('/cms-json/t/v1/me', gzipSync(text(LIMIT - 100)), json, packed)).json.id).to.equal(7);
    const answer = await post('/cms-json/t/v1/me', gzipSync(text(LIMIT)), json, packed);
    expect([answer.status, answer.json.code]).to.eql([413, 'rest_request_too_large']);
  });

  it('that are short may hold what says who sends them', async () => {
    expect((await post('/cms-json/t/v1/me', '{"token":"me"}', json)).json.id).to.equal(7);
    expect((await post('/cms-json/t/v1/me', 'token=me', 'application/x-www-form-urlencoded')).json.id).to.equal(7);
    const form = upload(10);
    form.append('token', 'me');
    expect((await post('/cms-json/t/v1/me', form)).json).to.deep.equal({ id: 7, files: 1 });
  });

  it('are identified once by their headers, long ones before they are read', async () => {
    await post('/cms-json/t/v1/me', text(10), json, me);
    expect(identified).to.equal(1);
    await post('/cms-json/t/v1/me', upload(2 * LIMIT), undefined, me);
    expect(identified).to.equal(2);
    await post('/cms-json/t/v1/me', upload(2 * LIMIT), undefined, { Authorization: 'wrong' });
    expect(identified).to.equal(3);
  });

  it('are not read where nothing takes them', async () => {
    expect((await post('/cms-json/t/v1/nothing', '{bad', json)).json.code).to.equal('rest_no_route');
    expect(
      (await post('/cms-json/t/v1/nothing', `a${'[]'.repeat(100)}=1`, 'application/x-www-form-urlencoded')).status,
    ).to.equal(404);
    expect((await post('/nowhere', upload(LIMIT * 2))).status).to.equal(404);
    expect((await post('/page', 'a=1', 'application/x-www-form-urlencoded')).json).to.deep.equal({ body: { a: '1' } });
    expect((await post('/page', upload(LIMIT * 2))).status).to.equal(413);
  });

  it('put nothing beyond the limit on the disk', async () => {
    const boundary = 'b';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="a.bin"\r\n\r\n`;
    const sizes: number[] = [];
    const sending = Array.from({ length: 5 }, () => {
      const request = httpRequest(`${url}/cms-json/t/v1/me`, {
        method: 'POST',
        headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      });
      request.on('error', () => undefined);
      request.write(head);
      return request;
    });
    const answers = sending.map(
      (request) => new Promise<number>((resolve) => request.on('response', ({ statusCode }) => resolve(statusCode!))),
    );
    for (let round = 0; round < 20; round++) {
      for (const request of sending) await new Promise((resolve) => request.write(Buffer.alloc(65_536), resolve));
      sizes.push(sizeOf(folder));
    }
    for (const request of sending) request.end();
    expect(await Promise.all(answers)).to.deep.equal([413, 413, 413, 413, 413]);
    expect(Math.max(...sizes)).to.be.at.most(5 * (LIMIT + 65_536));
  });

  it('hold at most fifty files', async () => {
    const { status, json: answer } = await post('/cms-json/t/v1/me', upload(1, 51), undefined, me);
    expect([status, answer.code, answer.message]).to.deep.equal([
      400,
      'rest_invalid_body',
      'There are more than 50 files.',
    ]);
    expect((await post('/cms-json/t/v1/me', upload(1, 50), undefined, me)).json.files).to.equal(50);
  });

  it('open one file too many at most, however many come at once', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n\r\n';
    const opening = mock.method(fs, 'createWriteStream');
    try {
      const form = `${part.repeat(2000)}--b--\r\n`;
      const { json: answer } = await post('/cms-json/t/v1/me', form, 'multipart/form-data; boundary=b', me);
      expect(answer.message).to.equal('There are more than 50 files.');
      expect(opening.mock.callCount()).to.be.within(50, 51);
    } finally {
      opening.mock.restore();
    }
  });

  for (const [what, body] of [
    ['nested deeper than it can be read', '['.repeat(513) + ']'.repeat(513)],
    ['that opens 100,000 lists', '['.repeat(100_000)],
    ['of 100,002 members', `[${'1,'.repeat(100_001)}1]`],
  ] as const) {
    it(`as JSON ${what} are refused before it is parsed`, async () => {
      const { status, json: answer } = await post('/cms-json/t/v1/me', body, json, me);
      expect([status, answer.code]).to.deep.equal([400, 'rest_invalid_json']);
    });
  }

  it('as JSON with brackets and commas in texts are read', async () => {
    const signs = `\\"${'[,'.repeat(60_000)}`;
    expect((await post('/cms-json/t/v1/me', `{"a":"${signs}"}`, json, me)).status).to.equal(200);
  });
});

/** The bytes of all files below a folder. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + fileSize(join(parentPath, name)), 0);

function fileSize(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
