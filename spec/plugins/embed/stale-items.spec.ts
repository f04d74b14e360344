import { expect } from 'chai';
import { RestRequest, type RestServer, writtenList } from '../../../core/index.ts';
import { KeptItems } from '../../../plugins/embed/kept-items.ts';
import type { Circumstances, Recordings } from '../../../plugins/embed/recordings.ts';

const server = {
  site: { home: 'http://localhost' },
  restUrl: () => 'http://localhost/cms-json/',
} as unknown as RestServer;

describe('items that were kept with what is embedded in them', () => {
  let made: number;
  let isStale: boolean;
  let kept: KeptItems;

  beforeEach(() => {
    [made, isStale] = [0, false];
    kept = new KeptItems({
      isRecorded: () => true,
      circumstances: () => ({ made: ++made }) as unknown as Circumstances,
      holds: () => true,
      isStale: () => isStale,
    } as unknown as Recordings);
  });

  const embed = (id: number) => kept.embed(writtenList([`{"id":${id}}`]), true, new RestRequest('GET', '/'), server);

  it('are given again, many as they are', async () => {
    for (let id = 0; id < 120; id++) await embed(id);
    for (let id = 0; id < 120; id++) expect(await embed(id)).to.deep.equal([{ id }]);
    expect(made).to.equal(120);
  });

  it('are let go of once they are stale and others come', async () => {
    for (let id = 0; id < 40; id++) await embed(id);
    isStale = true;
    for (let id = 40; id < 50; id++) await embed(id);
    isStale = false;
    await embed(0);
    expect(made).to.equal(51);
  });
});
