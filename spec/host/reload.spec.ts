import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { createHost, type Host } from '../../host/index.ts';
import { ask } from './echo.ts';

/** A plugin of two files, each with a number in its answer. */
const source = (number: number) => `import { definePlugin } from 'tappet';
import { number } from './number.ts';
export default definePlugin({
  name: 'telling', version: '1.0.0', description: '', capabilities: ['requests'],
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('telling', (server) => {
      const callback = async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { number, own: ${number} };
      };
      server.registerRoute('telling/v1', '/number', { callback, permission_callback: () => true });
    });
    hooks.filter('rest_post_dispatch').tap('telling', (response) => response.header('X-Number', '${number}'));
  },
});`;

describe('a reload', () => {
  let folder: string;
  let host: Host;
  let url: string;
  const save = (number: number) => {
    mkdirSync(join(folder, 'telling'), { recursive: true });
    writeFileSync(join(folder, 'telling/number.ts'), `export const number: number = ${number};`);
    writeFileSync(join(folder, 'telling/index.ts'), source(number));
  };
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-reload-'));
    save(0);
    host = await createHost({
      logLevel: 'silent',
      database: 'sqlite::memory:',
      plugins: { only: ['health', 'options'], folders: [folder] },
    });
    url = await host.listen(0, '127.0.0.1');
  });
  after(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
  });
  const number = async () => (await ask(`${url}/cms-json/telling/v1/number`)).json;

  it('evaluates every changed file of a plugin again', async () => {
    save(1);
    await host.reload();
    expect(await number()).to.deep.equal({ number: 1, own: 1 });
  });

  it('that fails leaves the running generation in place, and reports file, line and plugin', async () => {
    const { generation } = host;
    writeFileSync(join(folder, 'telling/number.ts'), "\n\nthrow new Error('not today');");
    const failure = await host.reload().catch((error: Error) => error);
    expect((failure as Error).message).to.include('cannot be loaded: number.ts:3: not today');
    expect(host.generation).to.equal(generation);
    const told = (await ask(`${url}/healthz`)).json.reload_error;
    expect(told).to.include({ plugin: 'telling', file: 'number.ts', line: 3 });
    expect(await number()).to.deep.equal({ number: 1, own: 1 });
    save(2);
    await host.reload();
    expect((await ask(`${url}/healthz`)).json.reload_error).to.equal(null);
    expect(await number()).to.deep.equal({ number: 2, own: 2 });
  });

  it('reports where setup throws', async () => {
    writeFileSync(
      join(folder, 'telling/index.ts'),
      source(3).replace('setup({ hooks }) {', "setup({ hooks }) {\n throw new Error('no');"),
    );
    await host.reload().catch(() => undefined);
    const told = (await ask(`${url}/healthz`)).json.reload_error;
    expect(told).to.include({ plugin: 'telling', file: 'index.ts', line: 6 });
    save(3);
    await host.reload();
  });

  it('applies changed settings, except those that need a restart', async () => {
    await host.reload({ ...host.settings, brand: 'other', plugins: { only: ['health'], folders: [folder] } });
    expect(host.generation.site.brand.name).to.equal('cms');
    expect(host.generation.plugins.map(({ definition }) => definition.name)).to.deep.equal(['health', 'telling']);
  });

  it('under a load of 50 connections fails no request and mixes no answer', async () => {
    let going = true;
    const seen = new Set<number>();
    const wrong: unknown[] = [];
    const connection = async () => {
      while (going) {
        const { status, headers, json } = await ask(`${url}/cms-json/telling/v1/number`);
        if (status !== 200 || json.number !== json.own || String(json.own) !== headers.get('x-number'))
          wrong.push(json);
        else seen.add(json.own);
      }
    };
    const connections = Array.from({ length: 50 }, connection);
    for (let round = 10; round < 40; round++) {
      save(round);
      await host.reload();
      await sleep(10);
    }
    going = false;
    await Promise.all(connections);
    expect(wrong).to.deep.equal([]);
    expect(seen.size).to.be.greaterThan(5);
  });

  it('frees the generations before it', async () => {
    const generations: WeakRef<object>[] = [];
    for (let round = 0; round < 20; round++) {
      save(round);
      generations.push(new WeakRef(host.generation));
      await host.reload();
    }
    const { setFlagsFromString } = await import('node:v8');
    const { runInNewContext } = await import('node:vm');
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    for (let turn = 0; turn < 5; turn++) {
      await sleep(5);
      collect();
    }
    const held = generations.filter((reference) => reference.deref() !== undefined);
    expect(held.length).to.be.lessThan(3);
  });
});
