import { expect } from 'chai';
import { describeBesideWordPress } from './described.ts';

describeBesideWordPress('a WordPress of a suite', { themeData: true, posts: 3 }, (wordpress) => {
  const count = async (path: string, login?: string) => {
    const init = login === undefined ? {} : { headers: { authorization: wordpress().authorization(login) } };
    const answer = await fetch(`${wordpress().url}/wp-json/wp/v2/${path}`, init);
    return Number(answer.headers.get('x-wp-total'));
  };

  it('serves the theme data, posts of its own, comments, files and terms', async () => {
    expect(await count('posts')).to.be.above(40);
    expect(await count('pages')).to.be.above(15);
    expect(await count('comments')).to.be.above(20);
    expect(await count('media')).to.equal(2 + 38);
    expect(await count('categories')).to.be.above(50);
  });

  it('knows a user of each role by an application password', async () => {
    const asked = ['admin', 'editor', 'author', 'contributor', 'subscriber'].map(async (login) => {
      const headers = { authorization: wordpress().authorization(login) };
      const answer = await fetch(`${wordpress().url}/wp-json/wp/v2/users/me`, { headers });
      return ((await answer.json()) as { slug: string }).slug;
    });
    expect(await Promise.all(asked)).to.deep.equal(['admin', 'editor', 'author', 'contributor', 'subscriber']);
    expect(await count('posts?status=draft', 'admin')).to.be.above(0);
  });

  it('runs PHP', async () => {
    expect(await wordpress().php('echo get_option("blogname");')).to.equal('Beside PHP');
  });
});
