import { expect } from 'chai';
import { RestRequest } from '../../core/index.ts';
import { createHost } from '../../host/index.ts';
import { buildFullSite, type FullSite } from '../support/full-site.ts';
import { Casts, methodsOf, performRow, requestOf } from './perform.ts';
import { idlePluginManager } from './plugin-manager.ts';
import { type Section, tables } from './table.ts';

/** The heading of a section as a title. */
const title = ({ methods, target, body }: Section): string => `${methods.join(',')} ${target} ${body}`.trim();

describe('who may do what', () => {
  let site: FullSite;
  let casts: Casts;

  before(async () => {
    site = await buildFullSite({ more: [idlePluginManager] });
    casts = new Casts(site.generation);
  });
  after(() => site.close());

  for (const [name, sections] of tables) {
    describe(name, () => {
      for (const section of sections) {
        const requests = section.rows.flatMap((row) =>
          [...row.outcomes.keys()].flatMap((role) => methodsOf(section, row, role)),
        );
        it(`answers as the table says: ${title(section)} (${requests.length})`, async () => {
          const deviations: string[] = [];
          for (const row of section.rows) {
            for (const { request, role, expected, got } of await performRow(site.generation, section, row, casts)) {
              deviations.push(`${request} by ${role}: expected ${expected}, got ${got}`);
            }
          }
          expect(deviations.join('\n')).to.equal('');
        });
      }
    });
  }

  it('every route is in a table with every method', async () => {
    const host = await createHost({ database: 'sqlite::memory:', logLevel: 'silent' });
    const { server } = host.generation;
    await host.close();
    const covered = new Set<string>();
    for (const section of [...tables.values()].flat()) {
      for (const method of section.methods) {
        const { target } = requestOf(section, section.rows[0]!, method);
        const route = target.replace(/\?.*$/, '').replace(/<[^>]+>/g, '1');
        const matched = server.match(new RestRequest(method, route)).route.pattern;
        covered.add(`${method} ${matched}`);
      }
    }
    const missing = [...server.routes.values()]
      .flatMap(({ pattern, endpoints }) =>
        endpoints.flatMap(({ methods }) => methods.map((method) => `${method} ${pattern}`)),
      )
      .filter((route) => !covered.has(route));
    expect(missing.join('\n')).to.equal('');
  });
});
