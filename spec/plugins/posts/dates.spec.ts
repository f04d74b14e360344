import { expect } from 'chai';
import { ZERO_DATE } from '../../../core/site/index.ts';
import { codeOf, openPostSite, type PostSite } from './post-site.ts';

const HOUR = 3_600_000;

describe('dates of items', () => {
  let site: PostSite;

  before(async () => {
    site = await openPostSite();
    await site.options.set('timezone_string', 'Europe/Berlin');
  });
  after(() => site.close());

  it("are the present in the site's zone when none is given", async () => {
    const post = await site.posts.insert({ title: 'Now', status: 'publish' });
    expect(post).to.include({ date: '2026-01-02 13:00:00', dateGmt: '2026-01-02 12:00:00' });
    expect(post).to.include({ modified: post.date, modifiedGmt: post.dateGmt });
  });

  it('of drafts float until the draft is published', async () => {
    const draft = await site.posts.insert({ title: 'Floats' });
    expect(draft).to.include({ date: '2026-01-02 13:00:00', dateGmt: ZERO_DATE });
    site.clock.now += HOUR;
    expect(await site.posts.update(draft.id, { content: 'x' })).to.include({
      date: '2026-01-02 14:00:00',
      dateGmt: ZERO_DATE,
      modified: '2026-01-02 14:00:00',
    });
    site.clock.now += HOUR;
    expect(await site.posts.update(draft.id, { status: 'publish' })).to.include({
      date: '2026-01-02 15:00:00',
      dateGmt: '2026-01-02 14:00:00',
    });
  });

  it('of drafts stay once they were set on purpose, until they are taken away again', async () => {
    const set = { date: '2020-07-01 10:00:00', dateGmt: '2020-07-01 08:00:00', editDate: true };
    const draft = await site.posts.insert({ title: 'Set', ...set });
    expect(await site.posts.update(draft.id, { content: 'x' })).to.include({ date: set.date, dateGmt: set.dateGmt });
    const floating = await site.posts.update(draft.id, { date: null, dateGmt: null });
    expect(floating.dateGmt).to.equal(ZERO_DATE);
    expect(floating.date).to.not.equal(set.date);
  });

  it('are completed by the other of both', async () => {
    const local = await site.posts.insert({ title: 'Local', status: 'publish', date: '2020-07-01 10:00:00' });
    expect(local.dateGmt).to.equal('2020-07-01 08:00:00');
    const utc = await site.posts.insert({ title: 'Utc', status: 'publish', dateGmt: '2020-07-01 08:00:00' });
    expect(utc.date).to.equal('2020-07-01 10:00:00');
  });

  it('schedule what is published a minute from now or later', async () => {
    const at = (seconds: number) =>
      new Date(site.clock.now + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
    const made = async (status: string, seconds: number) =>
      (await site.posts.insert({ title: 'Due', status, dateGmt: at(seconds) })).status;
    expect(await made('publish', 60)).to.equal('future');
    expect(await made('publish', 59)).to.equal('publish');
    expect(await made('future', 60)).to.equal('future');
    expect(await made('future', 59)).to.equal('publish');
    expect(await made('draft', 600)).to.equal('draft');
  });

  it('that are none are refused', async () => {
    expect(await codeOf(site.posts.insert({ title: 'x', date: 'tomorrow' }))).to.equal('invalid_date');
  });
});
