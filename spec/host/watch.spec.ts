import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { CommandLine, type ServerProcess } from '../support/command-line.ts';
import { ask } from './echo.ts';

const plugin = (number: number) => `import { definePlugin } from 'tappet';
const generations = (globalThis.generations ??= []);
export default definePlugin({
  name: 'telling', version: '1.0.0', description: '',
  setup({ hooks }) {
    generations.push(new WeakRef(hooks));
    const held = () => generations.filter((one) => one.deref() !== undefined).length;
    hooks.action('rest_api_init').tap('telling', (server) => {
      server.registerRoute('telling/v1', '/number', { callback: () => ${number}, permission_callback: () => true });
      server.registerRoute('telling/v1', '/held-${number}', { callback: held, permission_callback: () => true });
    });
  },
});`;
const config = (only: readonly string[]) =>
  `export default { plugins: { only: ${JSON.stringify(only)}, folders: ['plugins'] } };`;

for (const built of [false, true]) {
  describe(`serve --watch ${built ? 'as it was built' : 'from sources'}`, () => {
    let folder: string;
    let server: ServerProcess;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tappet-watch-'));
      mkdirSync(join(folder, 'plugins/telling'), { recursive: true });
      writeFileSync(join(folder, 'plugins/telling/index.ts'), plugin(0));
      writeFileSync(join(folder, 'tappet.config.ts'), config(['health']));
      server = await new CommandLine(folder, { built }).serve('--watch');
    });
    after(async () => {
      await server.stop();
      rmSync(folder, { recursive: true });
    });

    /** Sends requests until the answer is as expected; returns the milliseconds that it took. */
    async function until(path: string, wanted: (json: never) => boolean): Promise<number> {
      const start = performance.now();
      for (;;) {
        if (wanted((await ask(`${server.url}${path}`)).json as never)) return performance.now() - start;
        if (performance.now() - start > 8000) throw new Error(`${path} stays as it was; ${server.output.err}`);
        await sleep(5);
      }
    }
    const number = (wanted: number) => until('/cms-json/telling/v1/number', (json) => json === wanted);

    it('serves what was saved, also by editors that replace a file when they save it', async () => {
      writeFileSync(join(folder, 'plugins/telling/index.ts'), plugin(1));
      await number(1);
      writeFileSync(join(folder, 'plugins/new.tmp'), plugin(2));
      renameSync(join(folder, 'plugins/new.tmp'), join(folder, 'plugins/telling/index.ts'));
      await number(2);
    });

    it('keeps the running generation when a saved plugin cannot be built, and reports why in the terminal and at /healthz', async () => {
      writeFileSync(join(folder, 'plugins/telling/index.ts'), 'export default {\n  name: ,\n};');
      await until(
        '/healthz',
        (json: { reload_error: { plugin: string } | null }) => json.reload_error?.plugin === 'telling',
      );
      expect(server.output.err).to.match(
        /not reloaded, what ran before goes on: .*telling: cannot be loaded: .*index\.ts/,
      );
      await number(2);
      writeFileSync(join(folder, 'plugins/telling/index.ts'), plugin(3));
      await number(3);
    });

    it('loads new plugins and a changed configuration', async () => {
      mkdirSync(join(folder, 'plugins/second'));
      writeFileSync(
        join(folder, 'plugins/second/index.ts'),
        plugin(4).replaceAll('telling', 'second').replace('/number', '/second'),
      );
      await until('/cms-json/second/v1/second', (json) => json === 4);
      writeFileSync(join(folder, 'tappet.config.ts'), config(['health', 'allow-header']));
      await until('/healthz', (json: { plugins: number }) => json.plugins === 4);
    });

    it('keeps the running generation when the configuration cannot be read, and reports why', async () => {
      writeFileSync(join(folder, 'tappet.config.ts'), 'export default {\n  plugins: ,\n};');
      await until(
        '/healthz',
        (json: { reload_error: { message: string } | null }) =>
          json.reload_error?.message.includes('tappet.config.ts cannot be read') ?? false,
      );
      expect(server.output.err).to.match(/not reloaded, what ran before goes on: tappet\.config\.ts cannot be read: /);
      await number(3);
      writeFileSync(join(folder, 'tappet.config.ts'), config(['health', 'allow-header']));
      await until('/healthz', (json: { reload_error: object | null }) => json.reload_error === null);
    });

    it('reloads on SIGHUP', async () => {
      const { generation } = (await ask(`${server.url}/healthz`)).json;
      server.hangUp();
      await until('/healthz', (json: { generation: number }) => json.generation > generation);
    });

    it('serves each of many saves in a row', async () => {
      for (let round = 100; round < 120; round++) {
        writeFileSync(join(folder, 'plugins/telling/index.ts'), plugin(round));
        await number(round);
      }
    }).timeout(60_000);

    it('frees the memory of old generations soon after they have ended', async () => {
      for (let round = 200; round < 210; round++) {
        writeFileSync(join(folder, 'plugins/telling/index.ts'), plugin(round));
        await number(round);
      }
      await until('/cms-json/telling/v1/held-209', (held: number) => held < 3);
    });
  });
}
