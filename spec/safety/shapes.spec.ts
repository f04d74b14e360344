import { expect } from 'chai';
import { Database } from '../../plugins/database/index.ts';
import { Cast } from '../access/cast.ts';
import { DEMANDED_FAILURES } from '../plugins/openapi/fuzz/demanded-failures.ts';
import { buildFullSite, type FullSite } from '../support/full-site.ts';
import { placesOf, requestsTo } from './shapes.ts';

const DEMANDED = new Set(DEMANDED_FAILURES.map(({ status, code }) => `${status} ${code}`));

describe('a parameter of another shape than the one that is expected', () => {
  let site: FullSite;

  before(async () => {
    site = await buildFullSite({ site: { debug: true } });
  });
  after(() => site.close());

  it('is never a failure of the site: any parameter of any route as a map, a list, a number, null, a long text', async () => {
    const { server, services } = site.generation;
    const database = services.get('spec', Database);
    const cast = new Cast(site.generation, 'administrator');
    const user = await cast.actor();
    const failures: string[] = [];
    let sent = 0;
    for (const place of await placesOf(site.generation, cast)) {
      for (const { request, sent: what } of requestsTo(place, user)) {
        sent++;
        const undo = new Error('nothing of it is kept');
        const answering = database.transaction(async () => {
          const { status, body } = await server.serve(request);
          const json = status < 500 ? undefined : JSON.parse(String(body));
          if (json !== undefined && !DEMANDED.has(`${status} ${json.code}`)) failures.push(`${what}: ${body}`);
          throw undo;
        });
        await answering.catch((error) => {
          if (error !== undo) throw error;
        });
      }
    }
    if (failures.length > 0) throw new Error(failures.join('\n'));
    expect(sent).to.be.greaterThan(3000);
    // Half a minute by itself, and more where the machine does other work.
  }).timeout(300_000);
});
