import { expect } from 'chai';
import { dataOf, leadsTo, WrittenSite } from './written-site.ts';

describe('the locks of the editor', () => {
  let site: WrittenSite;
  let [editor, author, contributor] = [] as unknown as { id: number; cookie: string }[];
  let post: number;

  before(async () => {
    site = await WrittenSite.start({ built: true });
    editor = await site.signIn('editor');
    author = await site.signIn('author');
    contributor = await site.signIn('contributor');
    post = (await site.write(author!.id, 'Of the author')).id;
  });
  after(() => site.close());

  const open = async (cookie: string) => dataOf(await site.ask(`/editor/post.php?post=${post}&action=edit`, cookie));
  const beat = async (cookie: string, nonce: string, origin = site.url) => {
    const answer = await site.ask('/editor/heartbeat', cookie, {
      method: 'POST',
      body: new URLSearchParams({ post: String(post) }),
      headers: { Origin: origin, 'X-CMS-Nonce': nonce },
    });
    return {
      status: answer.status,
      json: (await answer.json()) as { code?: string; new_lock?: string; lock_error?: object },
    };
  };
  const takeOver = (cookie: string, nonce: string) =>
    site.ask(`/editor/post.php?get-post-lock=1&post=${post}&action=edit&_wpnonce=${nonce}`, cookie);

  it('are the first one’s, whom the interface shows, and go to who takes over', async () => {
    const first = await open(author!.cookie);
    expect(first.settings.postLock).to.include({ isLocked: false }).and.have.property('activePostLock');
    const second = await open(editor!.cookie);
    expect(second.settings.postLock.isLocked).to.equal(true);
    expect(second.settings.postLock.user.name).to.equal('author');
    expect((await takeOver(editor!.cookie, 'x')).status).to.equal(403);
    expect(leadsTo(await takeOver(editor!.cookie, second.settings.postLockUtils.nonce))).to.include(`post=${post}`);
    // The author may not see the editor, who has published nothing, in the interface either.
    expect((await beat(author!.cookie, first.client.nonce)).json).to.eql({
      lock_error: { name: '', avatar_src_2x: '' },
    });
    const list = async (cookie: string) => (await site.ask('/editor', cookie)).text();
    expect(await list(author!.cookie)).to.include('Someone else is currently editing');
    expect(await list(editor!.cookie)).not.to.include('currently editing');
  });

  it('are refreshed and let go of by forms of their own alone, of users who may edit the item', async () => {
    const { client, settings } = await open(editor!.cookie);
    const lock = settings.postLock.activePostLock;
    expect(await beat(editor!.cookie, client.nonce)).to.eql({ status: 200, json: { new_lock: lock } });
    expect((await beat(editor!.cookie, 'x')).json.code).to.equal('rest_cookie_invalid_nonce');
    expect((await beat(editor!.cookie, client.nonce, 'https://elsewhere.example')).status).to.equal(403);
    expect((await beat('', client.nonce)).status).to.equal(401);
    const own = (await site.write(contributor!.id, 'Of the contributor', 'draft')).id;
    const theirs = await dataOf(await site.ask(`/editor/post.php?post=${own}`, contributor!.cookie));
    expect((await beat(contributor!.cookie, theirs.client.nonce)).json.code).to.equal('rest_cannot_edit');

    const release = async (cookie: string, nonce: string) => {
      const form = { post_ID: String(post), active_post_lock: lock, _wpnonce: nonce };
      return (await site.send('/editor/release', cookie, form)).status;
    };
    expect(await release(editor!.cookie, 'x')).to.equal(403);
    expect(await release(contributor!.cookie, settings.postLockUtils.unlockNonce)).to.equal(403);
    expect(await release('', '')).to.equal(403);
    expect(await site.lockOf(post)).to.equal(lock);
    expect(await release(editor!.cookie, settings.postLockUtils.unlockNonce)).to.equal(204);
    expect(await site.lockOf(post)).not.to.equal(lock);
  });

  it('write names as text', async () => {
    await site.rename(author!.id, '<img src=x>');
    await takeOver(author!.cookie, (await open(author!.cookie)).settings.postLockUtils.nonce);
    const page = await (await site.ask('/editor', editor!.cookie)).text();
    expect(page).to.include('&lt;img src=x&gt; is currently editing').and.not.to.include('<img');
  });

  it('come with the newest text that was not stored in the item, where there is one', async () => {
    expect((await open(author!.cookie)).settings).not.to.have.property('autosave');
    const id = await site.autosave(post, editor!.id);
    expect((await open(author!.cookie)).settings.autosave).to.eql({
      editLink: `${site.url}/editor/revision.php?revision=${id}`,
    });
  });
});
