import { expect } from 'chai';
import { inParts } from '../../../plugins/database/index.ts';
import { openPostSite, type PostSite } from '../posts/post-site.ts';

/** More than SQLite takes as parameters of a statement; servers take twice as many. */
const MANY = Array.from({ length: 33_000 }, (_, at) => 1_000_000 + at);

describe('lists for statements', () => {
  it('are given to them in parts of a thousand, whose results stand in order', async () => {
    const sizes: number[] = [];
    const values = MANY.slice(0, 2500);
    const found = await inParts(values, async (part) => {
      sizes.push(part.length);
      return part.map(String);
    });
    expect(sizes).to.eql([1000, 1000, 500]);
    expect(found).to.eql(values.map(String));
    expect(await inParts<number, number>([], async () => [])).to.eql([]);
  });
});

describe('more ids than a statement takes', () => {
  let site: PostSite;

  before(async () => {
    site = await openPostSite();
  });
  after(() => site.close());

  it('have their items and their metadata read', async () => {
    const { id } = await site.posts.insert({ title: 'Here', metaInput: { key: 'value' } });
    const ids = [...MANY, id];
    expect([...(await site.posts.byIds(ids)).keys()]).to.eql([id]);
    const meta = await site.meta.load('post', ids, ['key']);
    expect(meta.size).to.equal(ids.length);
    expect(meta.get(id)?.get('key')).to.eql(['value']);
  });

  it('are those of the comments that come back with an item from the trash', async () => {
    const { id } = await site.posts.insert({ title: 'Discussed' });
    const comment = await site.database.insert('comments', { comment_post_ID: id, comment_content: 'x' });
    await site.posts.trash(id);
    const statuses = Object.fromEntries([...MANY, comment].map((each) => [each, '1']));
    await site.meta.set('post', id, '_wp_trash_meta_comments_status', statuses);
    expect(await site.posts.untrash(id)).to.include({ status: 'draft' });
    const [row] = await site.database.db.selectFrom('comments').select('comment_approved').execute();
    expect(row).to.eql({ comment_approved: '1' });
  });
});
