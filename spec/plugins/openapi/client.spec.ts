import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { createHost, type Host } from '../../../host/index.ts';
import type { ClientOptions, Client as TypedClient } from '../../../plugins/openapi/client.ts';
import { runCommand } from '../../support/run-command.ts';

const LIBRARY = fileURLToPath(new URL('../../fixtures/plugins/library', import.meta.url));
const TSC = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));

const USE = `import type { Operations } from './api.d.ts';
import { basicAuth, Client } from './client.ts';
const api = new Client<Operations>('http://127.0.0.1/cms-json', { headers: basicAuth('admin', 'secret') });
export const first = async (): Promise<string | undefined> => {
  const post = await api.get('/cms/v2/posts/{id}', { id: 1 });
  return post.title?.rendered;
};
export const raw = async (): Promise<string | undefined> =>
  (await api.get('/cms/v2/posts/{id}', { id: 1, context: 'edit' }, { query: { _fields: ['title'] } })).title?.raw;
export const titles = async () => {
  const all: (string | undefined)[] = [];
  for await (const { slug } of api.all('/cms/v2/posts', { per_page: 100, order: 'asc', _fields: ['slug'] })) all.push(slug);
  return all;
};
export const books = async () => (await api.page('/cms/v2/books', { shelves: [1] })).items.map(({ pages }) => (pages ?? 0) + 1);
export const write = async () => {
  const book = await api.post('/cms/v2/books', { title: 'Emma', pages: 474 });
  await api.put('/cms/v2/books/{id}', { id: book.id ?? 0, pages: 500 }, { query: { _embed: true } });
  await api.delete('/cms/v2/books/{id}', { id: book.id ?? 0, force: true });
};
export const index = () => api.get('/');
`;

type Module = { Client: typeof TypedClient; basicAuth: (user: string, password: string) => Record<string, string> };
// biome-ignore lint/suspicious/noExplicitAny: the types have a spec of their own.
type Any = any;

describe('the client that the command writes', () => {
  let host: Host;
  let folder: string;
  let root: string;
  let written: Module;
  let headers: Record<string, string>;
  const asked: { url: string; init: RequestInit }[] = [];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-client-'));
    host = await createHost({ logLevel: 'silent', database: 'sqlite::memory:', plugins: { folders: [LIBRARY] } });
    root = `${await host.listen(0, '127.0.0.1')}/cms-json`;
    await runCommand(host.generation, 'types', {}, { out: join(folder, 'api.d.ts') });
    const lines = await runCommand(host.generation, 'types', {}, { client: true, out: join(folder, 'client.ts') });
    expect(lines.join()).to.match(/^Success: wrote the client to .*client\.ts\.$/);
    await runCommand(
      host.generation,
      'user create',
      { login: 'ann', email: 'ann@example.org' },
      { role: 'administrator' },
    );
    const made = await runCommand(
      host.generation,
      'user application-password create',
      { user: 'ann', name: 'spec' },
      { porcelain: true },
    );
    written = (await import(pathToFileURL(join(folder, 'client.ts')).href)) as Module;
    headers = written.basicAuth('ann', made.join(''));
  });
  after(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => void asked.splice(0));

  const client = (options: ClientOptions = {}, url = root): Any =>
    new written.Client<Any>(url, {
      headers,
      fetch: (url, init) => {
        asked.push({ url: String(url), init: init ?? {} });
        return fetch(url, init);
      },
      ...options,
    });

  const refusal = (asking: Promise<unknown>): Promise<Any> =>
    asking.then(
      () => undefined,
      (error: unknown) => error,
    );

  const compile = (text: string): string => {
    writeFileSync(join(folder, 'use.ts'), text);
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
    const options = ['--lib', 'es2022,dom,dom.iterable', '--allowImportingTsExtensions', '--ignoreConfig'];
    return spawnSync(TSC, [...flags, ...options, '--exactOptionalPropertyTypes', 'use.ts'], {
      cwd: folder,
      encoding: 'utf8',
    }).stdout;
  };

  it('compiles with the types, in a browser’s words, and knows each context', () => {
    expect(compile(USE)).to.equal('');
  });

  it('does not compile with a path, an argument or a field that is not there', () => {
    const wrong: [line: string, error: string][] = [
      [`api.get('/cms/v2/pots');`, '\'"/cms/v2/pots"\' is not assignable'],
      [`api.get('/cms/v2/posts/{id}');`, 'Expected 2-3 arguments'],
      [`api.get('/cms/v2/posts', { order: 'up' });`, `'"up"' is not assignable`],
      [`(await api.get('/cms/v2/posts/{id}', { id: 1 })).title?.raw;`, `'raw' does not exist`],
      [`api.page('/cms/v2/posts/{id}', { id: 1 });`, 'is not assignable'],
    ];
    const output = compile(USE + wrong.map(([line]) => `${line}\n`).join(''));
    const first = USE.split('\n').length;
    for (const [at, [line, error]] of wrong.entries()) {
      const found = output.split(/^(?=use\.ts)/m).filter((one) => one.startsWith(`use.ts(${first + at},`));
      expect(found.join(''), line).to.include(error);
    }
  });

  it('is a few kilobytes, without an import', () => {
    expect(statSync(join(folder, 'client.ts')).size).to.be.below(10_000);
  });

  it('reads, writes and deletes', async () => {
    const api = client();
    const book = await api.post('/cms/v2/books', { title: 'Emma', status: 'publish' }, { query: { _fields: ['id'] } });
    expect(book).to.have.all.keys('id');
    await api.put('/cms/v2/books/{id}', { id: book.id, title: 'Emma Woodhouse' });
    expect((await api.get('/cms/v2/books/{id}', { id: book.id, context: 'edit' })).title.raw).to.equal(
      'Emma Woodhouse',
    );
    expect((await api.delete('/cms/v2/books/{id}', { id: book.id, force: true })).deleted).to.equal(true);
    const error = await refusal(api.get('/cms/v2/books/{id}', { id: book.id }));
    expect(error).to.be.an.instanceOf(Error).and.include({ code: 'rest_post_invalid_id', status: 404 });
  });

  it('follows the pages of a list to its end, and returns the totals of one', async () => {
    const api = client();
    for (const name of ['red', 'green', 'blue']) await api.post('/cms/v2/tags', { name });
    const names: string[] = [];
    for await (const tag of api.all('/cms/v2/tags', { per_page: 2, orderby: 'id' })) names.push(tag.name);
    expect(names).to.eql(['red', 'green', 'blue']);
    expect(asked.filter(({ init }) => init.method === 'GET')).to.have.length(2);
    const { items, ...totals } = await api.page('/cms/v2/tags', { per_page: 2, page: 2 });
    expect(items).to.have.length(1);
    expect(totals).to.eql({ total: 3, totalPages: 2 });
    expect((await api.page('/cms/v2/tags', { search: 'none such' })).items).to.eql([]);
  });

  it('writes lists and objects of the query so that commas and brackets arrive', async () => {
    await refusal(client().get('/cms/v2/posts', { slug: ['a,b', 'c&d'], search: undefined, x: { y: [1] } }));
    expect(decodeURIComponent(new URL(asked[0]!.url).search)).to.equal('?slug[]=a,b&slug[]=c&d&x[y][]=1');
  });

  it('keeps the slashes of a path’s parameters, and no other sign', async () => {
    await refusal(client().get('/cms/v2/plugins/{plugin}', { plugin: 'a/b?c' }));
    expect(asked[0]!.url).to.equal(`${root}/cms/v2/plugins/a/b%3Fc`);
  });

  it('sends requests to an interface without pretty addresses', async () => {
    const api = client({}, `${new URL(root).origin}/?rest_route=`);
    expect(await api.get('/cms/v2/users/me', { _fields: ['slug'] })).to.eql({ slug: 'ann' });
    expect(decodeURIComponent(asked[0]!.url)).to.include('/?rest_route=/cms/v2/users/me&_fields[]=slug');
  });

  it('sends a file as it is', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const named = { 'Content-Type': 'image/png', 'Content-Disposition': 'attachment; filename="dot.png"' };
    const media = await client().post('/cms/v2/media', {}, { body: png, headers: named });
    expect(media.mime_type).to.equal('image/png');
  });

  it('calls a function that makes headers for each request', async () => {
    let made = 0;
    const api = client({ headers: async () => ({ ...headers, 'X-Made': String(++made) }) });
    await api.get('/cms/v2/users/me');
    await api.get('/cms/v2/users/me');
    expect(asked.map(({ init }) => new Headers(init.headers).get('x-made'))).to.eql(['1', '2']);
  });

  it('names an answer that is not JSON', async () => {
    const api = client({ fetch: async () => new Response('<html>', { status: 502 }) });
    expect(await refusal(api.get('/cms/v2/posts'))).to.include({ code: 'invalid_json', status: 502 });
  });
});
