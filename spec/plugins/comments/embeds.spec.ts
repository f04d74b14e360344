import { expect } from 'chai';
import { RequestContext, RestRequest } from '../../../core/index.ts';
import { parseQuery } from '../../../core/rest/index.ts';
import { MetaRegistry } from '../../../plugins/meta/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { type CommentSite, openCommentSite } from './comment-site.ts';

interface Shown {
  readonly id: number;
  readonly _embedded?: Readonly<Record<string, unknown[]>>;
}

describeOnDatabases('comments that are embedded', (freshDatabase) => {
  let site: CommentSite;
  const items: number[] = [];

  before(async () => {
    site = await openCommentSite({ url: await freshDatabase({ again: true }) });
    const registry = site.generation.services.get('spec', MetaRegistry);
    registry.register('comment', 'mood', { type: 'string', single: true, show_in_rest: true });
    const { users } = site;
    for (let each = 0; each < 40; each++) {
      const { id } = await site.addPost({ title: `Item ${each}`, author: users.author!.user.id });
      items.push(id);
      const root = await site.comments.insert({ post: id, content: 'A root', author: users.editor!.user.id });
      await site.comments.insert({ post: id, content: 'An answer', parent: root.id, date: '2020-01-01 00:00:00' });
      await site.comments.insert({ post: id, content: 'Held', approved: '0' });
      await site.comments.insert({ post: id, content: 'A ping', type: 'pingback' });
    }
  });
  after(() => site.generation.dispose());

  /** Serves a GET, and counts its statements. */
  const get = async (path: string, as?: string) => {
    const [route = '', query = ''] = path.split('?', 2);
    const context = new RequestContext(as === undefined ? {} : { user: site.users[as]!.user });
    const request = new RestRequest('GET', `/cms/v2${route}`, { query: parseQuery(query), context });
    const before = site.database.statements.count;
    const { body } = await site.generation.server.serve(request);
    return { data: JSON.parse(String(body)) as Shown[], statements: site.database.statements.count - before };
  };

  it('cost the same number of statements for five items as for forty, and are those of a plain list', async () => {
    const path = (count: number) => `/posts?include=${items.slice(0, count).join()}&per_page=100&_embed=replies`;
    const few = await get(path(5));
    const many = await get(path(40));
    expect(many.data).to.have.length(40);
    expect(many.statements).to.equal(few.statements);
    for (const item of many.data.slice(0, 3)) {
      const { data } = await get(`/comments?post=${item.id}&per_page=100&context=embed`);
      expect(item._embedded?.replies).to.eql([data]);
      expect(data).to.have.length(2);
    }
  });

  it('bring their parent, their answers, their item and their author at the same cost for few and many', async () => {
    const few = await get('/comments?per_page=10&_embed=1', 'admin');
    const many = await get('/comments?per_page=80&_embed=1', 'admin');
    expect(many.data).to.have.length(80);
    expect(many.statements).to.be.at.most(few.statements);
    const relations = new Set(many.data.flatMap(({ _embedded = {} }) => Object.keys(_embedded)));
    expect([...relations]).to.have.members(['author', 'up', 'children', 'in-reply-to']);
  });

  it('are listed by a number of statements that does not depend on their number', async () => {
    const few = await get('/comments?per_page=5');
    const many = await get('/comments?per_page=80');
    expect(many.data).to.have.length(80);
    expect(many.statements).to.be.at.most(few.statements);
  });
});
