import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { Host } from '../../host/index.ts';
import { ask, listening } from './echo.ts';

describe('bodies over HTTP', () => {
  let host: Host;
  let url: string;
  before(async () => {
    ({ host, url } = await listening({ bodyLimit: 4096, uploadLimit: 4 * 2 ** 20, anonymousBodyLimit: 4 * 2 ** 20 }));
  });
  after(() => host.close());

  const send = (body: RequestInit['body'], type?: string, more: RequestInit & { path?: string } = {}) => {
    const { path = 'echo', ...init } = more;
    const headers: Record<string, string> = {
      ...(type === undefined ? {} : { 'Content-Type': type }),
      ...(init.headers as object),
    };
    return ask(`${url}/cms-json/t/v1/${path}`, { method: 'POST', body, ...init, headers });
  };
  const json = 'application/json';
  const form = 'application/x-www-form-urlencoded';

  for (const type of [json, 'application/json; charset=utf-8', 'application/vnd.api+json']) {
    it(`reads ${type}`, async () => {
      expect((await send('{"a":{"b":[1]}}', type)).json.params).to.deep.equal({ a: { b: [1] } });
    });
  }

  it('treats an empty JSON body as none, on every method', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, json: answer } = await send('', json, { method });
      expect(status, method).to.equal(200);
      expect(answer.params, method).to.deep.equal({});
    }
  });

  it('reads the JSON body of a DELETE', async () => {
    expect((await send('{"force":true}', json, { method: 'DELETE' })).json.params).to.deep.equal({ force: true });
  });

  it('keeps __proto__ and constructor of JSON as plain data', async () => {
    const text = '{"__proto__":{"x":1},"constructor":2}';
    expect((await send(text, json)).text).to.include('"params":{"__proto__":{"x":1},"constructor":2}');
  });

  it('reads forms by the grammar of queries', async () => {
    const { json: answer } = await send('a[]=1&a[]=2&b[k][j]=x+y&c=1&c=2', form);
    expect(answer.params).to.deep.equal({ a: ['1', '2'], b: { k: { j: 'x y' } }, c: '2' });
  });

  it('reads a body without a type as a JSON object, or else as a form, and keeps its bytes', async () => {
    const untyped = (text: string, method: string) => send(Buffer.from(text), undefined, { method });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { json: read } = await untyped('{"a":{"b":[1]}}', method);
      expect(read, method).to.deep.include({ params: { a: { b: [1] } }, bytes: 15 });
      expect((await untyped('a[b]=1&c=d+e\n', method)).json.params, method).to.deep.equal({ a: { b: '1' }, c: 'd e' });
    }
    for (const odd of [Buffer.from([0x89, 0x50, 0xff]), Buffer.from('%zz=1'), Buffer.from(`{"a":${'['.repeat(600)}`)]) {
      const { status, json: read } = await send(odd);
      expect([status, read.params, read.bytes]).to.deep.equal([200, {}, odd.length]);
    }
  });

  it('inflates a compressed body', async () => {
    const headers = { 'Content-Encoding': 'gzip' };
    expect((await send(gzipSync('{"a":1}'), json, { headers })).json.params).to.deep.equal({ a: 1 });
  });

  it('says of a form of many small fields that there are too many, and not that they are too large', async () => {
    for (const count of [1000, 1001, 3000]) {
      const fields = new FormData();
      for (let at = 0; at < count; at++) fields.append(`a${at}`, '');
      const { status, json: answer } = await send(fields);
      if (count === 1000) expect(Object.keys(answer.params)).to.have.length(count);
      else
        expect([status, answer.code, answer.message]).to.eql([
          400,
          'rest_invalid_query',
          'There are more than 1000 parameters.',
        ]);
    }
  });

  it('reads multipart: fields by the grammar of queries, files on disk', async () => {
    const data = new FormData();
    data.append('meta[a][b]', '1');
    data.append('t[]', 'x');
    data.append('t[]', 'é');
    data.append('__proto__', 'plain');
    data.append('file', new Blob(['hello'], { type: 'text/plain' }), 'a b.txt');
    const { json: answer, text } = await send(data);
    expect(text).to.include('"__proto__":"plain"');
    expect(answer.params.meta).to.deep.equal({ a: { b: '1' } });
    expect(answer.params.t).to.deep.equal(['x', 'é']);
    expect(answer.files).to.deep.equal({ file: { name: 'a b.txt', type: 'text/plain', text: 'hello' } });
  });

  it('passes any other type as bytes, in memory while small and on disk when large', async () => {
    expect((await send('abc', 'image/png')).json).to.include({ bytes: 3, onDisk: null });
    expect((await send(Buffer.alloc(2 * 2 ** 20), 'image/png')).json).to.include({ bytes: null, onDisk: 2 * 2 ** 20 });
  });

  it('removes the files of a request when it has ended', async () => {
    const data = new FormData();
    data.append('file', new Blob(['hello']), 'a.txt');
    const { json: paths } = await send(data, undefined, { path: 'paths' });
    const { json: raw } = await send(Buffer.alloc(2 * 2 ** 20), 'image/png', { path: 'paths' });
    expect([...paths, ...raw]).to.have.lengthOf(2);
    for (let tries = 0; tries < 50 && [...paths, ...raw].some(existsSync); tries++) await wait(10);
    expect([...paths, ...raw].filter(existsSync)).to.deep.equal([]);
  });

  describe('beyond the limits are answered with 413', () => {
    const tooLarge = (answer: Awaited<ReturnType<typeof send>>) => {
      expect(answer.status).to.equal(413);
      expect(answer.json).to.include({ code: 'rest_request_too_large' });
      expect(answer.json.data).to.deep.equal({ status: 413 });
    };
    const stream = (size: number) =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.alloc(size, 'a'));
          controller.close();
        },
      });
    const chunked = { duplex: 'half' } as RequestInit;

    it('for JSON and forms, with and without a stated length', async () => {
      tooLarge(await send(JSON.stringify('a'.repeat(5000)), json));
      tooLarge(await send(`a=${'a'.repeat(5000)}`, form));
      tooLarge(await send(stream(5000), json, chunked));
    });

    it('for a body that exceeds them when it is inflated', async () => {
      const headers = { 'Content-Encoding': 'gzip' };
      tooLarge(await send(gzipSync(JSON.stringify('a'.repeat(100_000))), json, { headers }));
    });

    it('for bytes and multipart', async () => {
      tooLarge(await send(Buffer.alloc(5 * 2 ** 20), 'image/png'));
      tooLarge(await send(stream(5 * 2 ** 20), 'image/png', chunked));
      const field = new FormData();
      field.append('a', 'a'.repeat(5000));
      tooLarge(await send(field));
      const file = new FormData();
      file.append('file', new Blob([Buffer.alloc(5 * 2 ** 20)]), 'a.bin');
      tooLarge(await send(file));
    });
  });

  it('leave the connection usable after a refusal', async () => {
    for (let round = 0; round < 3; round++) {
      expect((await send(Buffer.alloc(5 * 2 ** 20), 'image/png')).status).to.equal(413);
      expect((await send('{"a":1}', json)).json.params).to.deep.equal({ a: 1 });
    }
  });

  const unreadable: [what: string, body: RequestInit['body'], type: string, code: string][] = [
    ['malformed JSON', '{bad', json, 'rest_invalid_json'],
    ['JSON that is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), json, 'rest_invalid_json'],
    ['a form with bad percent-encoding', 'a=%zz', form, 'rest_invalid_query'],
    ['a form that is not UTF-8', Buffer.from('a=\xff', 'latin1'), form, 'rest_invalid_body'],
    ['a form of 2,000 parameters', 'a&'.repeat(2000), form, 'rest_invalid_query'],
    ['multipart without a boundary', 'x', 'multipart/form-data', 'rest_invalid_body'],
    [
      'multipart that breaks off',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx',
      'multipart/form-data; boundary=b',
      'rest_invalid_body',
    ],
    ['multipart of another form', 'nothing of the kind', 'multipart/form-data; boundary=b', 'rest_invalid_body'],
  ];
  for (const [what, body, type, code] of unreadable) {
    it(`answers 400 ${code} to ${what}`, async () => {
      const answer = await send(body, type);
      expect(answer.json?.code, answer.text).to.equal(code);
      expect(answer.status).to.equal(400);
    });
  }
});
