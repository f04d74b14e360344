import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandContext } from '../../host/cli/context.ts';
import { doctorBisect } from '../../host/cli/doctor-bisect.ts';
import type { Settings } from '../../host/config/settings.ts';
import { createHost } from '../../host/index.ts';
import { CommandLine } from '../support/command-line.ts';

/** A plugin on disk; `code` runs for each prepared post. */
const plugin = (name: string, code: string) => `import { definePlugin } from 'tappet';
export default definePlugin({
  name: '${name}',
  version: '1.0.0',
  description: 'One of many.',
  capabilities: ['content:read'],
  setup({ hooks }) {
    hooks.filter('rest_prepare_post').tap('${name}', (response) => {
      const post = response.data as Record<string, unknown>;
      ${code}
    });
  },
});
`;

describe('tappet doctor bisect', () => {
  let folder: string;
  let settings: Settings;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-bisect-'));
    for (let number = 1; number <= 64; number++) write('plugins', number);
    for (const number of [37, 38, 39]) write('few', number);
    settings = { database: `sqlite:${folder}/site.db`, plugins: [join(folder, 'few')], logLevel: 'silent' };
    const host = await createHost({ ...settings, plugins: [] });
    await host.generation.server.hooks.action('host_listening').promise('', () => undefined);
    await host.close();
    const config = `export default ${JSON.stringify({ ...settings, plugins: ['plugins'] })};`;
    writeFileSync(join(folder, 'tappet.config.js'), config);
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Writes a plugin into a folder; that of the number 38 drops a field. */
  function write(parent: string, number: number): void {
    const name = `extra-${number}`;
    mkdirSync(join(folder, parent, name), { recursive: true });
    const code = number === 38 ? 'delete post.slug;' : `post['${name}'] = undefined;`;
    writeFileSync(join(folder, parent, name, 'index.ts'), plugin(name, code));
  }

  /** The output of the command for words and flags. */
  async function printed(request: string, flags: Record<string, string | boolean> = {}, more: Settings = {}) {
    const lines: string[] = [];
    const context = { args: { request: [request] }, flags, print: (line: string) => void lines.push(line) };
    await doctorBisect.run(commandContext({ ...context, progress: () => undefined }), async () => ({
      ...settings,
      ...more,
    }));
    return lines;
  }
  const refusal = (request: string, flags: Record<string, string | boolean> = {}, more: Settings = {}) =>
    printed(request, flags, more).then(
      () => 'none',
      (error: Error) => `${error.name}: ${error.message}`,
    );
  const found = async (request: string, flags: Record<string, string | boolean> = {}, more: Settings = {}) =>
    JSON.parse((await printed(request, { ...flags, format: 'json' }, more)).join(''));

  it('names the one of 64 plugins that drops a field, and the field', async () => {
    const { code, out } = await new CommandLine(folder).run(
      'doctor',
      'bisect',
      'GET /cms/v2/posts/1?context=edit',
      '--user=admin',
    );
    expect(code).to.equal(0);
    expect(out.split('\n').slice(0, 4)).to.deep.equal([
      'GET /cms/v2/posts/1?context=edit as admin: 200 with the 64 plugins under suspicion, 200 without',
      'extra-38 (plugins/extra-38) changes the answer:',
      '  $.slug is gone; it was "hello-world"',
      'Without extra-38 the answer is as without any of them.',
    ]);
    expect(out).to.match(/^\d+ hosts were asked in [\d.]+ s\.$/m);
  });

  it('prints JSON and a list', async () => {
    const all = { plugins: [join(folder, 'plugins')] };
    const { suspects, ...findings } = await found('/cms-json/cms/v2/posts/1', {}, all);
    expect(suspects).to.have.length(64);
    expect(findings).to.deep.equal({
      request: 'GET /cms-json/cms/v2/posts/1',
      verdict: 'found',
      with: { status: 200 },
      without: { status: 200 },
      culprits: [
        {
          plugin: 'extra-38',
          location: `${folder}/plugins/extra-38`,
          changes: [{ path: '$.slug', from: 'hello-world' }],
          failures: [],
        },
      ],
      volatile: [],
      broken: [],
    });
    expect(await printed('GET /cms/v2/posts/1', { format: 'csv' })).to.deep.equal([
      'plugin,path,from,to\nextra-38,$.slug,hello-world,',
    ]);
  });

  it('says when the answer is the same', async () => {
    const lines = await printed('GET /cms/v2/types');
    expect(lines[1]).to.equal('The answer is the same without them.');
  });

  it('says when there is no plugin to suspect', async () => {
    const lines = await printed('GET /cms/v2/types', {}, { plugins: [] });
    expect(lines.slice(0, 2)).to.deep.equal([
      'GET /cms/v2/types: 200 with the 0 plugins under suspicion, 200 without',
      'There is no plugin to suspect; tappet doctor bisect --all suspects those that come with the host too.',
    ]);
  });

  it('looks for an expected field, status or saved answer', async () => {
    const saved = join(folder, 'saved.json');
    writeFileSync(saved, JSON.stringify({ id: 1, slug: 'hello-world' }));
    const asked = 'GET /cms/v2/posts/1?_fields=id,slug';
    for (const flags of [{ 'expect-field': 'slug' }, { baseline: saved }] as Record<string, string>[]) {
      expect((await printed(asked, flags)).slice(1, 4), JSON.stringify(flags)).to.deep.equal([
        `extra-38 (${folder}/few/extra-38) changes the answer:`,
        '  $.slug is gone; it was "hello-world"',
        'Without extra-38 the answer is as expected.',
      ]);
    }
    expect((await printed(asked, { 'expect-status': '200' }))[1]).to.equal('The answer is as expected.');
    expect((await found(asked, { 'expect-field': 'none' })).verdict).to.equal('open');
  });

  it('suspects the plugins of the host with --all', async () => {
    const { culprits } = await found('GET /cms/v2/posts/1', { all: true, 'expect-field': 'slug' });
    expect(culprits.map((one: { plugin: string }) => one.plugin)).to.deep.equal(['extra-38']);
  });

  it('makes a request that writes only with --force, and undoes what it wrote', async () => {
    const asked = 'POST /cms/v2/posts';
    const flags = { user: 'admin', body: '{"title":"A new one","status":"publish"}' };
    expect(await refusal(asked, flags)).to.match(/^CommandError: POST may write; with --force /);
    const { culprits, ...findings } = await found(asked, { ...flags, force: true });
    expect(findings.with).to.deep.equal({ status: 201 });
    expect(culprits.map((one: { plugin: string }) => one.plugin)).to.deep.equal(['extra-38']);
    expect((await found('GET /cms/v2/posts', { 'expect-field': '[1]' })).verdict).to.equal('open');
  });

  it('makes no request that writes where nothing can undo it', async () => {
    const more = { plugins: { only: ['rest-index'] } };
    expect(await refusal('POST /', { force: true }, more)).to.equal(
      'CommandError: nothing here can undo what a request writes',
    );
  });

  it('reports a plugin that cannot be loaded, and runs without it', async () => {
    mkdirSync(join(folder, 'more/torn'), { recursive: true });
    writeFileSync(join(folder, 'more/torn/index.ts'), 'export default {');
    const lines = await printed('GET /cms/v2/types', {}, { plugins: [join(folder, 'more')] });
    expect(lines[2]).to.match(/^Left out, for it cannot be loaded: .*more\/torn: cannot be loaded: /);
  });

  const REFUSED: [request: string, flags: Record<string, string>, message: string][] = [
    ['GET /cms/v2/posts', { user: 'nobody' }, 'there is no user "nobody"; give a login or an id'],
    ['GET', {}, 'a request is a method and a path that begins with a slash: tappet doctor bisect GET /cms/v2/posts'],
    ['GET /a', { 'expect-field': 'a..b' }, '--expect-field: "a..b" is no path; write it like title.rendered or [0].id'],
    ['GET /a', { 'expect-status': 'ok' }, '--expect-status must be a whole number, at least 100; it is "ok"'],
    ['GET /a', { timeout: '0' }, '--timeout must be a whole number, at least 1; it is "0"'],
    ['POST /a', { body: '{' }, '--body is not JSON: '],
    ['GET /a', { baseline: 'none.json' }, '--baseline: none.json cannot be read as JSON: '],
    ['GET /a', { format: 'xml' }, 'there is no format "xml"'],
  ];
  for (const [request, flags, message] of REFUSED) {
    it(`refuses ${request} ${JSON.stringify(flags)} in one line`, async () => {
      const line = await refusal(request, flags);
      expect(line.slice(0, message.length + 14)).to.equal(`CommandError: ${message}`);
      expect(line).to.not.include('\n');
    });
  }
});
