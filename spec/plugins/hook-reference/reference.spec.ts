import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { CAPABILITIES } from '../../../core/base/index.ts';
import type { HookDeclarations } from '../../../core/hooks/index.ts';
import { action, asyncFilter, definePlugin } from '../../../core/index.ts';
import { Browser } from '../../support/browser.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { visit } from '../../support/page.ts';
import { runCommand } from '../../support/run-command.ts';

const PAGE = '/cms-docs/hooks';

/** A third party's hooks, of which no types are known, and whose words are hostile. */
const hooks: HookDeclarations = {
  'their_<b>hook': action<[]>({
    params: [],
    meaning: '<script>alert(1)</script> & more',
    decides: true,
    requiredPermissions: 'files',
  }),
  their_price: asyncFilter<[number, string]>({
    params: ['price', 'currency'],
    meaning: 'Adjusts a price.',
    section: '9',
  }),
};
const theirs = definePlugin({
  name: 'their-shop',
  version: '1.0.0',
  description: 'Declares hooks.',
  hooks,
  setup: () => undefined,
});

describe('the reference of hooks', () => {
  let site: FullSite;
  before(async () => {
    site = await buildFullSite({ more: [theirs] });
  });
  after(() => site.close());

  const signedIn = async (login: string) => {
    const browser = new Browser(site.generation);
    await browser.page('POST', '/login', { form: { log: login, pwd: `password of ${login}` } });
    return browser;
  };

  describe('as a page', () => {
    it('is for users who manage the site, and for no one else', async () => {
      const admin = await (await signedIn('admin')).page('GET', PAGE);
      expect(admin).to.include({ status: 200, type: 'text/html; charset=UTF-8' });
      for (const login of ['editor', 'subscriber', 'nobody']) {
        const page = await (await signedIn(login)).page('GET', PAGE);
        expect(page, login).to.include({ status: 403, type: 'text/plain; charset=UTF-8' });
        expect(page.text).to.not.include('rest_');
      }
    });

    it('is for everybody while the site is debugged', async () => {
      const debugged = await buildFullSite({ site: { debug: true }, brand: 'wp' });
      try {
        expect((await visit(debugged.generation, '/wp-docs/hooks'))!.status).to.equal(200);
      } finally {
        await debugged.close();
      }
    });

    it('is refused to all without sessions, and gone without the plugin', async () => {
      const signingIn = [
        'sessions',
        'cookie-auth',
        'application-passwords',
        'two-factor',
        'password-policy',
        'explorer',
        'client-settings',
        'editor',
        'password-reset',
      ];
      const bare = await buildFullSite({ without: signingIn });
      const gone = await buildFullSite({ without: ['hook-reference'] });
      try {
        expect((await visit(bare.generation, PAGE))!.status).to.equal(403);
        expect(await visit(gone.generation, PAGE)).to.equal(undefined);
      } finally {
        await bare.close();
        await gone.close();
      }
    });

    it('describes every hook, escaped, and allows no script', async () => {
      const { text, headers } = await (await signedIn('admin')).page('GET', PAGE);
      const sections = [...text.matchAll(/<section id="/g)].length;
      expect(sections).to.equal(site.generation.hooks.list().length);
      expect(text).to.include('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more').and.not.include('<script');
      expect(text).to.include('their_&lt;b&gt;hook').and.not.include('<b>');
      expect(headers['Content-Security-Policy']).to.include("default-src 'none'");
      expect(headers['Cache-Control']).to.include('no-store');
    });
  });

  describe('beside it, commands', () => {
    const rows = async (name: string, args = {}, flags = {}) => {
      const [json] = await runCommand(site.generation, name, args, { format: 'json', ...flags });
      return JSON.parse(json!) as Record<string, string>[];
    };

    it('list the services with the plugins that give and use them, and the capabilities that they need', async () => {
      const all = await rows('docs services');
      expect(all.map(({ name }) => name)).to.include.members(['database', 'options', 'post-store']);
      const [database] = await rows('docs services', { name: 'database' });
      expect(database).to.include({ name: 'database', plugin: 'database', capabilities: 'database' });
      expect(database!.users!.split(' ')).to.include('posts');
      const failure = await rows('docs services', { name: 'none' }).catch((error: Error) => error.message);
      expect(failure).to.equal('there is no service "none"; docs services lists them');
    });

    it('list the capabilities with what they give, and the hooks and services that need them', async () => {
      const all = await rows('docs capabilities', {}, { fields: 'capability,gives,hooks,services' });
      expect(all.map(({ capability }) => capability)).to.deep.equal(Object.keys(CAPABILITIES));
      const { hooks, services } = all.find(({ capability }) => capability === 'authentication')!;
      expect(hooks!.split(' ')).to.include.members(['determine_current_user', 'map_meta_cap']);
      expect(services!.split(' ')).to.include('reserved-meta');
    });
  });

  describe('as a command', () => {
    const docs = (name?: string, flags: Record<string, string> = {}) =>
      runCommand(site.generation, 'docs hooks', name === undefined ? {} : { name }, flags);

    it('describes one hook: what it is, when it fires, who owns it, and how it is tapped', async () => {
      const [json] = await docs('rest_pre_dispatch', { format: 'json' });
      const [entry] = JSON.parse(json!);
      expect(entry).to.deep.include({
        name: 'rest_pre_dispatch',
        owner: 'core',
        kind: 'filter',
        timing: 'async',
        section: '6',
        decides: true,
        inner: true,
        needs: ['routes:*'],
        requirements: ["capabilities: ['routes:*']"],
      });
      expect(entry.fires[0]).to.deep.equal({
        in: 'GET /cms/v2/posts',
        after: 'rest_rate_limit',
        before: 'rest_request_parameter_order',
      });
    });

    it('says of each hook whether requests that are dispatched within another one fire it', async () => {
      const inner = /^- Requests that are dispatched within another one, .* (fire it too|do not fire it)\.$/m;
      const saying = async (name: string) => inner.exec((await docs(name)).join('\n'))?.[1];
      expect(await saying('rest_rate_limit')).to.equal('do not fire it');
      expect(await saying('init')).to.equal('do not fire it');
      expect(await saying('rest_pre_dispatch')).to.equal('fire it too');
      expect(await saying('their_price')).to.equal('fire it too');
    });

    it('describes hooks of third parties, by the names of their parameters', async () => {
      expect(await docs('their_price')).to.deep.equal([
        `# Hooks

## \`their_price\`

Adjusts a price.

- Filter, asynchronous, of \`their-shop\`; section 9 of the specification.
- A tap that throws is skipped, and the request goes on.
- Requests that are dispatched within another one, as by a batch or for an embed, fire it too.

\`\`\`ts
(price, currency) => Promise<unknown>
\`\`\`

\`\`\`ts
// requires: { 'their-shop': '*' }
hooks.filter('their_price').tapPromise('my-plugin', async (price, currency) => price);
\`\`\``,
      ]);
    });

    it('writes a file', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tappet-docs-'));
      try {
        const out = join(folder, 'hooks.html');
        const count = site.generation.hooks.list().length;
        expect(await docs(undefined, { format: 'html', out })).to.deep.equal([
          `Success: wrote ${count} hooks to ${out}.`,
        ]);
        expect(readFileSync(out, 'utf8'))
          .to.match(/^<!doctype html>/)
          .and.include('</html>');
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it('refuses a hook, a format or a file that there is not, in one line', async () => {
      const refusal = (...given: Parameters<typeof docs>) => docs(...given).catch((error: Error) => error.message);
      expect(await refusal('rest_pre_dispach')).to.equal(
        'there is no hook "rest_pre_dispach"; did you mean "rest_pre_dispatch"?',
      );
      expect(await refusal(undefined, { format: 'toString' })).to.equal(
        '--format is markdown, html, json, not "toString"',
      );
      expect(await refusal(undefined, { out: '/none/at/all' })).to.match(/^\/none\/at\/all cannot be written: ENOENT/);
    });
  });
});
