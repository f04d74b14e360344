import { expect } from 'chai';
import { buildFullSite, type FullSite } from '../support/full-site.ts';
import { serve } from '../support/serve.ts';

describe('the hints of self links', () => {
  let site: FullSite;
  before(async () => {
    site = await buildFullSite({ asked: ['target-hints'] });
  });
  after(() => site.close());

  const ask = async (path: string, login?: string) => {
    const user = login === undefined ? undefined : site.users[login]!.user;
    return (await serve(site.generation, 'GET', path, { user })).json;
  };
  // biome-ignore lint/suspicious/noExplicitAny: an item, as it was answered.
  const hints = ({ _links }: any): unknown => _links.self[0].targetHints?.allow;

  it('say for each item of a list what the user may do with it', async () => {
    expect((await ask('/cms/v2/posts')).map(hints)).to.eql([['GET']]);
    expect((await ask('/cms/v2/posts', 'editor')).map(hints)).to.eql([['GET', 'POST', 'PUT', 'PATCH', 'DELETE']]);
    expect((await ask('/cms/v2/posts', 'author')).map(hints)).to.eql([['GET']]);
  });

  it('are the methods that Allow lists for the item', async () => {
    for (const path of ['posts/1', 'pages/2', 'comments/1', 'categories/1', 'users/1']) {
      for (const login of ['admin', 'author', undefined]) {
        const user = login === undefined ? undefined : site.users[login]!.user;
        const { json, headers, status } = await serve(site.generation, 'GET', `/cms/v2/${path}`, { user });
        if (status === 200) expect((hints(json) as string[]).join(', '), `${path} as ${login}`).to.equal(headers.Allow);
      }
    }
  });

  it('leave out what has no link of that kind, and answers without items', async () => {
    expect(await ask('/cms/v2/posts?_fields=id')).to.eql([{ id: 1 }]);
    expect(await ask('/cms/v2/posts?search=nothing-of-this')).to.eql([]);
    expect((await ask('/cms/v2/posts/999')).code).to.equal('rest_post_invalid_id');
  });
});
