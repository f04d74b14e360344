import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { type Host, type Logger, RequestContext, RestRequest } from '../../../host/index.ts';
import { Options } from '../../../plugins/options/index.ts';
import { built } from '../../support/built.ts';
import { until } from '../../support/until.ts';
import { ATTEMPTS, type Attempt, fateOf } from './attempts.ts';
import { ENDINGS } from './ends.ts';
import { LOADINGS } from './loads.ts';
import { makeTarget, SECRET, type Target } from './target.ts';
import { watchTurns } from './turns.ts';

// Uses the build, because each sandbox would compile all sources that its thread loads.
const { createHost, definePlugin } = built;

/** How the places are said in a definition. */
const MODES = { sandbox: 'true', process: `'process'` } as const;

/** What a plugin may do in each place. */
const ALLOWED = {
  sandbox: `return { port: on.port, text: new TextDecoder().decode(new TextEncoder().encode('import')) };`,
  process: `const { readFileSync } = await import('node:fs');
    return { port: on.port, text: readFileSync(on.folder + '/index.ts', 'utf8').slice(1, 7) };`,
};

/** The most milliseconds that a turn of the event loop may take while hostile plugins work. */
const MOST_DELAY = 100;

const TELL = `
const tell = (start) => new Promise((done, fail) => {
  const made = start(done, fail);
  made?.on?.('error', fail);
  setTimeout(fail, 500, new Error('there is no answer'));
});`;

interface Source {
  readonly top?: string | undefined;
  readonly more?: string | undefined;
  readonly setup?: string | undefined;
}

const source = (name: string, mode: string, { top = '', more = '', setup = '' }: Source): string => `
import { definePlugin, RestError, RestResponse } from 'tappet';
${top.replaceAll('NAME', name)}
export default definePlugin({
  name: '${name}', version: '1.0.0', description: 'Is hostile.', isolated: ${mode}, ${more}
  setup(host) { ${setup.replaceAll('NAME', name)} },
} as any);`;

/** The setup of a plugin that tries these codes, each in the callback of a route of its own. */
const routesOf = (name: string, codes: readonly string[]): string => `
host.hooks.action('rest_api_init').tap('x', (server) => {
  server.registerRoute('${name}/v1', '/fine', { callback: () => 'fine' });
  const add = (number, code) => server.registerRoute('${name}/v1', '/try/' + number, {
    callback: (request) => code({ ...TARGET, host, log: host.log, request }),
  });
  ${codes.map((code, number) => `add(${number}, async (on) => { ${code} });`).join('\n')}
});`;

for (const place of ['sandbox', 'process'] as const) {
  describe(`a hostile plugin in a ${place}`, function () {
    this.timeout(120_000);
    let target: Target;
    let host: Host;
    const lines: string[] = [];
    const mode = MODES[place];
    const endings = ENDINGS.filter(({ only }) => only === undefined || only === place);
    const docs = readFileSync('docs/security.md', 'utf8').replace(/\s+/g, ' ');

    const put = (name: string, text: string): string => {
      const folder = join(target.plugins, name);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'index.ts'), text);
      return folder;
    };
    const ask = async (route: string): Promise<{ status: number; text: string }> => {
      const request = new RestRequest('GET', route, {
        headers: { authorization: `Basic ${SECRET}`, cookie: `session=${SECRET}` },
        context: new RequestContext({
          http: { tls: false, serverName: 'x', remoteAddress: '::1', cookie: () => SECRET } as never,
        }),
      });
      const { status, body } = await host.generation.server.serve(request as never);
      return { status, text: String(body) };
    };

    before(async () => {
      target = await makeTarget();
      const write =
        (level: string) =>
        (details: object | string, message = '') =>
          void lines.push(
            `${level} ${message} ${JSON.stringify(details)} ${(details as { err?: Error }).err?.message}`,
          );
      const log: Logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
      const folder = join(target.plugins, 'quiet');
      const top = (own: string) => `const TARGET = ${JSON.stringify({ ...target.on, folder: own })}; ${TELL}`;
      put(
        'quiet',
        source('quiet', mode, {
          top: top(folder),
          setup: routesOf('quiet', [...ATTEMPTS.map(({ code }) => code), ALLOWED[place]]),
        }),
      );
      for (const [number, { code }] of endings.entries()) {
        const name = `ending-${number}`;
        put(name, source(name, mode, { top: top(join(target.plugins, name)), setup: routesOf(name, [code]) }));
      }
      const neighbour = definePlugin({
        name: 'neighbour',
        version: '1.0.0',
        description: 'Is no friend of theirs.',
        setup({ hooks }) {
          hooks.action('rest_api_init').tap('neighbour', (server) => {
            server.registerRoute('neighbour/v1', '/hello', { callback: () => 'hello' });
          });
        },
      });
      host = await createHost({
        log,
        database: 'sqlite::memory:',
        tapTimeout: 400,
        routeTimeout: 2000,
        setupTimeout: 4000,
        workerMemory: 64 * 2 ** 20,
        plugins: { only: ['options', 'roles'], folders: [target.plugins, neighbour], quarantine: false },
      });
      await host.generation.services.find(Options)!.set('hostile_secret', SECRET);
    });
    after(async () => {
      await host?.close();
      await target.close();
    });
    afterEach(() => {
      expect(target.reached(), 'what it has reached').to.deep.equal([]);
    });

    describe('is kept from what it tries', () => {
      it('but not from what it may, so that a refusal is of what it tries', async () => {
        const { status, text } = await ask(`/quiet/v1/try/${ATTEMPTS.length}`);
        expect([status, JSON.parse(text)]).to.deep.equal([200, { port: target.on.port, text: 'import' }]);
      });
      for (const [number, attempt] of ATTEMPTS.entries()) {
        const fate = fateOf(attempt as Attempt, place);
        it(`${attempt.does}${fate === 'contained' ? '' : ' (which is not promised)'}`, async () => {
          const { status, text } = await ask(`/quiet/v1/try/${number}`);
          if (fate !== 'contained') {
            expect(docs, 'docs/security.md').to.include(fate.notPromised);
            return;
          }
          if (!attempt.harmless) expect([status, text], 'refused').to.have.property('0', 500);
          expect(text).not.to.include(SECRET);
          expect(text).not.to.include('root:');
          expect(lines.join('\n')).not.to.include(SECRET);
          // One that took all its memory is started again.
          await until(async () => (await ask('/quiet/v1/fine')).text === '"fine"');
        });
      }
      it('has left its folder as it was', () => {
        expect(readdirSync(join(target.plugins, 'quiet'))).to.deep.equal(['index.ts']);
      });
    });

    describe('costs others nothing', () => {
      for (const [number, { does, reason = {} }] of endings.entries()) {
        it(`when it ${does}`, async () => {
          const from = lines.length;
          const watch = watchTurns();
          const asked = ask(`/ending-${number}/v1/try/0`);
          let isOver = false;
          void asked.then(() => {
            isOver = true;
          });
          while (!isOver) {
            expect((await ask('/neighbour/v1/hello')).text).to.equal('"hello"');
            await wait(5);
          }
          const longest = watch.stop().at(-1)!;
          if (process.env.HOSTILE_TURNS !== undefined) console.log(`${place} ${does}: ${longest.toFixed(1)} ms`);
          expect(longest, 'milliseconds of the longest turn').to.be.below(MOST_DELAY);
          const said = () => lines.slice(from).join('\n');
          const words = reason[place];
          if (words !== undefined) {
            await until(() => words.test(said()));
          } else {
            const { status } = await asked;
            expect(status).to.be.oneOf([500, 503]);
          }
          expect(lines.length - from, 'lines of the log').to.be.below(150);
          expect(Math.max(0, ...lines.slice(from).map(({ length }) => length))).to.be.below(20_000);
        });
      }
    });

    describe('is left out', () => {
      for (const [number, { does, reason, files = {}, links = {}, ...parts }] of LOADINGS.entries()) {
        it(`when it ${does}`, async () => {
          const name = `loading-${number}`;
          const own = put(join('..', name, name), source(name, mode, parts));
          for (const [path, text] of Object.entries(files)) {
            mkdirSync(dirname(join(own, path)), { recursive: true });
            writeFileSync(join(own, path), text);
          }
          for (const [path, to] of Object.entries(links)) symlinkSync(to, join(own, path));
          const alone = await createHost({
            database: 'sqlite::memory:',
            logLevel: 'silent',
            tapTimeout: 400,
            setupTimeout: 3000,
            workerMemory: 64 * 2 ** 20,
            plugins: { only: [], folders: [dirname(own)] },
          });
          const [{ why } = { why: undefined }] = alone.generation.skipped;
          await alone.close();
          expect(why?.message).to.match(reason);
          expect(why?.message.length).to.be.below(3000);
          expect(why?.message).not.to.include(SECRET);
        });
      }
    });
  });
}
