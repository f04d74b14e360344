import { expect } from 'chai';
import autosaves from '../../../plugins/autosaves/index.ts';
import postLocks, { PostLocks } from '../../../plugins/post-locks/index.ts';
import revisions from '../../../plugins/revisions/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { openPostSite, type PostSite, tapping } from '../posts/post-site.ts';

const [ANN, BEN] = [7, 8];

describeOnDatabases('locks of items', (freshDatabase) => {
  let site: PostSite;
  let locks: PostLocks;
  let post: number;
  let window: number | undefined;

  before(async () => {
    const shorter = tapping(({ hooks }) => {
      hooks.filter('cms_check_post_lock_window').tap('shorter', (seconds) => window ?? seconds);
    });
    site = await openPostSite({
      url: await freshDatabase({ again: true }),
      plugins: [revisions, autosaves, postLocks, shorter],
    });
    locks = site.generation.services.get('spec', PostLocks);
  });
  after(() => site.close());
  beforeEach(async () => {
    window = undefined;
    post = (await site.posts.insert({ title: 'Draft', content: 'x', author: ANN })).id;
  });

  const stored = () => site.meta.get('post', post, '_edit_lock');
  const later = (seconds: number) => {
    site.clock.now += seconds * 1000;
  };

  it('hold for 150 seconds, against all but their holder', async () => {
    const lock = await locks.take(post, ANN);
    expect(lock).to.equal(`${Math.floor(site.clock.now / 1000)}:${ANN}`);
    expect(await stored()).to.deep.equal([lock]);
    expect([await locks.holder(post, BEN), await locks.holder(post, ANN)]).to.deep.equal([ANN, undefined]);
    later(149);
    expect(await locks.refresh(post, BEN)).to.deep.equal({ holder: ANN });
    later(1);
    expect(await locks.holder(post, BEN)).to.equal(undefined);
    expect(await locks.refresh(post, BEN)).to.have.property('lock', (await stored())[0]);
    expect(await locks.refresh(post, ANN)).to.deep.equal({ holder: BEN });
  });

  it('are written anew when a third of their time is over, and not before', async () => {
    const lock = await locks.take(post, ANN);
    later(49);
    expect(await locks.refresh(post, ANN)).to.deep.equal({ lock });
    later(1);
    expect(await locks.refresh(post, ANN)).to.deep.equal({ lock: `${Math.floor(site.clock.now / 1000)}:${ANN}` });
  });

  it('belong to the user who took over last, and are let go of by their holder alone', async () => {
    const first = await locks.take(post, ANN);
    const second = await locks.take(post, BEN);
    await locks.release(post, first, ANN);
    await locks.release(post, second, ANN);
    expect(await stored()).to.deep.equal([second]);
    await locks.release(post, second, BEN);
    expect(await locks.holder(post, ANN)).to.equal(BEN);
    later(5);
    expect(await locks.holder(post, ANN)).to.equal(undefined);
  });

  it('hold as long as a plugin says, and not at all where they cannot be read', async () => {
    window = 10;
    await locks.take(post, ANN);
    later(10);
    expect(await locks.holder(post, BEN)).to.equal(undefined);
    await site.meta.set('post', post, '_edit_lock', { broken: true });
    expect(await locks.holder(post, BEN)).to.equal(undefined);
    expect(await locks.refresh(post, BEN)).to.have.property('lock');
  });

  it('settle upon one holder when two writers come at once', async () => {
    await Promise.all([locks.refresh(post, ANN), locks.refresh(post, BEN)]);
    const renewed = [await locks.refresh(post, ANN), await locks.refresh(post, BEN)];
    expect(renewed.filter((one) => 'lock' in one)).to.have.length(1);
  });

  it('keep an autosave out of a draft that someone else has taken over, and no request that stores it', async () => {
    await locks.take(post, BEN);
    const send = (path: string, content: string) =>
      site.send('POST', `/cms/v2/posts/${post}${path}`, { as: site.user('author', ANN), body: { content } });
    expect((await send('/autosaves', 'Of Ann')).status).to.equal(200);
    expect((await site.posts.byId(post))!.content).to.equal('x');
    expect((await send('', 'Of Ann')).status).to.equal(200);
    expect((await site.posts.byId(post))!.content).to.equal('Of Ann');
  });
});
