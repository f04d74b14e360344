import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import jobs from '../../../plugins/jobs/index.ts';
import { wordPressFacts } from '../../support/wordpress/wordpress-facts.ts';
import { openPostSite, type PostSite, tapping } from './post-site.ts';

const HOUR = 3_600_000;

const until = async (holds: () => Promise<boolean>) => {
  for (let tries = 0; tries < 100 && !(await holds()); tries++) await wait(20);
};

for (const [how, plugins] of [
  ['by jobs', [jobs]],
  ['by a timer, where there are no jobs', []],
] as const) {
  describe(`scheduled items, ${how}`, () => {
    let site: PostSite;
    const due: number[] = [];
    const withdrawn = new Set<number>();

    beforeEach(async () => {
      withdrawn.clear();
      due.length = 0;
      site = await openPostSite({
        plugins: [
          ...plugins,
          tapping(({ hooks }) => {
            hooks.action('publish_future_post').tapPromise('recorder', async (id) => {
              due.push(id);
              if (withdrawn.has(id)) await site.posts.update(id, { status: 'draft' });
            });
          }),
        ],
      });
    });
    afterEach(() => site.close());

    const statusOf = async (id: number) => (await site.posts.byId(id))?.status;

    it('are published once they are due, and keep their dates', async () => {
      const made = await site.posts.insert({ title: 'Later', status: 'future', date: '2026-01-02 13:00:00' });
      expect(made.status).to.equal('future');
      site.clock.now += HOUR;
      // Scheduling another item makes the site look for items that are due.
      const other = await site.posts.insert({ title: 'Much later', status: 'future', date: '2027-01-01 00:00:00' });
      await until(async () => (await statusOf(made.id)) === 'publish');
      expect(await site.posts.byId(made.id)).to.eql({ ...made, status: 'publish' });
      expect(await statusOf(other.id)).to.equal('future');
      expect(due).to.eql([made.id]);
    });

    it('are published by the timer of the nearest of them', async () => {
      site.clock.now = Date.now();
      const soon = new Date(site.clock.now + 61_000).toISOString().slice(0, 19).replace('T', ' ');
      const { id } = await site.posts.insert({ title: 'Soon', status: 'publish', date: soon });
      expect(await statusOf(id)).to.equal('future');
      site.clock.now += 60_500;
      await site.posts.insert({ title: 'Wakes the clock', status: 'future', date: '2040-01-01 00:00:00' });
      expect(await statusOf(id)).to.equal('future');
      site.clock.now += 2000;
      await until(async () => (await statusOf(id)) === 'publish');
      expect(await statusOf(id)).to.equal('publish');
    });

    it('count for their terms only when they are published', async () => {
      const tag = await site.terms.create('post_tag', 'Counted');
      const { id } = await site.posts.insert({ title: 'Later', status: 'future', date: '2026-01-02 13:00:00' });
      await site.terms.setObjectTerms(id, 'post_tag', [tag.id]);
      expect((await site.terms.byId(tag.id))?.count).to.equal(0);
      await site.posts.publish(id);
      expect((await site.terms.byId(tag.id))?.count).to.equal(1);
      expect(await site.posts.publish(id)).to.equal(null);
    });

    it('are published once, however many do so at once, and not before their date', async () => {
      const made = await site.posts.insert({ title: 'Later', status: 'future', date: '2026-01-02 13:00:00' });
      expect(await site.posts.publish(made.id, '2026-01-02 12:59:59')).to.equal(null);
      expect(due).to.eql([]);
      await Promise.all(Array.from({ length: 5 }, () => site.posts.publish(made.id, '2026-01-02 13:00:00')));
      expect(due).to.eql([made.id]);
    });

    it('stay as they are where a tap takes them out of the schedule', async () => {
      const made = await site.posts.insert({ title: 'Later', status: 'future', date: '2026-01-02 13:00:00' });
      withdrawn.add(made.id);
      expect(await site.posts.publish(made.id)).to.equal(null);
      expect(await statusOf(made.id)).to.equal('draft');
    });
  });
}

describe('scheduled items', () => {
  it('of a WordPress are left to PHP for five minutes, and for good where nothing may be written', async () => {
    for (const [writes, status] of [
      [true, 'publish'],
      [false, 'future'],
    ] as const) {
      const guest = await openPostSite({ site: { wordpress: wordPressFacts('/nowhere', { writes }) } });
      const wake = () =>
        guest.posts.insert({ title: 'Wakes the clock', status: 'future', date: '2040-01-01 00:00:00' });
      const now = async () => (await guest.posts.byId(id))?.status;
      const { id } = await guest.posts.insert({ title: 'Later', status: 'future', date: '2026-01-02 13:00:00' });
      guest.clock.now = Date.UTC(2026, 0, 2, 13, 4, 59);
      await wake();
      expect(await now()).to.equal('future');
      guest.clock.now += 1000;
      await wake();
      if (writes) await until(async () => (await now()) === status);
      expect(await now()).to.equal(status);
      await guest.close();
    }
  });
});
