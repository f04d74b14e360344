import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Host } from '../../host/index.ts';
import { copyDatabase } from '../support/copy-database.ts';
import { isSampled } from '../support/sample.ts';
import { BROKEN, BROKEN_PLUGINS, type BrokenPlugin, ROUTE } from './broken-plugins.ts';
import { type Answers, answersOf, makeSite, type SiteOf, startOn } from './broken-site.ts';

/** One address in as many is asked for at each plugin. */
const SHARE = 4;

describe('a site with a broken plugin', function () {
  this.timeout(60_000);
  let folder: string;
  let site: SiteOf;
  let usual: Answers;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-broken-'));
    site = await makeSite(join(folder, 'site.db'));
    const { host } = await startOn(site, []);
    // The first requests make the values that are made on first use.
    await answersOf(host, site);
    usual = await answersOf(host, site);
    await host.close();
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Drops a plugin in beside those of the site, and starts. */
  const start = async ({ source, settings }: BrokenPlugin) => {
    const plugins = mkdtempSync(join(folder, 'plugins-'));
    mkdirSync(join(plugins, BROKEN));
    writeFileSync(join(plugins, BROKEN, 'index.ts'), source);
    const database = join(plugins, 'site.db');
    copyDatabase(site.database, database);
    return startOn({ ...site, database }, [plugins], settings);
  };

  const harmed = async (work: () => Promise<unknown>) => {
    const global = globalThis as { harming?: boolean };
    global.harming = true;
    await work().catch(() => undefined);
    delete global.harming;
  };

  const checkRecord = (host: Host, lines: readonly string[], { recorded }: BrokenPlugin) => {
    const { skipped, failures } = host.generation;
    if ('skipped' in recorded) {
      expect(skipped.map(({ plugin, why }) => `${plugin.definition.name}: ${why.status}`)).to.deep.equal([
        `${BROKEN}: broken`,
      ]);
      expect(skipped[0]!.why.message).to.match(recorded.skipped);
      expect(lines.join('\n')).to.match(recorded.skipped);
      return;
    }
    expect(skipped).to.deep.equal([]);
    expect([...new Set(failures.map(({ plugin }) => plugin))]).to.deep.equal(
      recorded.hooks.length === 0 ? [] : [BROKEN],
    );
    expect([...new Set(failures.map(({ hook }) => hook))]).to.deep.equal(recorded.hooks);
    for (const { error } of failures) expect((error as Error).message).to.match(recorded.error);
    for (const hook of recorded.hooks)
      expect(lines.join('\n')).to.include(`plugin "${BROKEN}" failed in hook "${hook}"`);
  };

  for (const [index, plugin] of BROKEN_PLUGINS.entries()) {
    /** The addresses take turns at the plugins; those at which a plugin does harm are always asked for. */
    const isAsked = (path: string, at: number) =>
      isSampled(at, index, SHARE) || path === ROUTE || path in (plugin.changed ?? {});
    it(`goes on, names it, and gives no user more rights: a plugin that ${plugin.does}`, async () => {
      const { host, lines } = await start(plugin);
      try {
        if (plugin.whileArmed) await harmed(() => answersOf(host, site));
        const now = await answersOf(host, site, isAsked);
        expect(usual).to.include.keys(Object.keys(now));
        for (const [asked, answer] of Object.entries(now)) {
          const known = usual[asked]!;
          const changed = plugin.changed?.[asked.split(' ')[2]!.split('?')[0]!];
          if (plugin.closes) expect(answer.status, asked).to.be.oneOf([known.status, 401, 403, 500]);
          else if (changed !== undefined) expect(answer.status, asked).to.equal(changed);
          else expect(answer, asked).to.deep.equal(known);
          if (known.status >= 400) expect(answer.status, `${asked} is refused still`).to.be.at.least(400);
        }
        checkRecord(host, lines, plugin);
      } finally {
        await host.close();
      }
    });
  }
});
