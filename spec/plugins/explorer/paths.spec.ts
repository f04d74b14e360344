import { expect } from 'chai';
import { clientModule } from './client.ts';

const PATTERNS: Record<string, string> = {
  '/cms/v2/posts/(?P<id>[\\d]+)': '/cms/v2/posts/{id}',
  '/cms/v2/users/(?P<user_id>(?:[\\d]+|me))/application-passwords/(?P<uuid>[\\w\\-]+)':
    '/cms/v2/users/{user_id}/application-passwords/{uuid}',
  '/cms/v2/themes/(?P<stylesheet>[^\\/:<>\\*\\?"\\|)]+(?:\\/[^\\/]+)?)': '/cms/v2/themes/{stylesheet}',
  '/t/v1/a\\.b(?:/(?<more>.+))?': '/t/v1/a.b',
  '/cms/v2/posts': '/cms/v2/posts',
};

describe('paths in the explorer', () => {
  const routesOf = async () => {
    const { templateOf } = await clientModule('paths');
    return Object.keys(PATTERNS).map((pattern) => ({ pattern, template: templateOf(pattern), methods: ['GET'] }));
  };

  it('are shown with names in place of expressions', async () => {
    const routes = await routesOf();
    expect(Object.fromEntries(routes.map(({ pattern, template }) => [pattern, template]))).to.eql(PATTERNS);
  });

  it('lead to their route and to what they fill in, also where it does not fit', async () => {
    const { routeFor } = await clientModule('paths');
    const routes = await routesOf();
    const found = (path: string) => {
      const { route, values } = routeFor(routes, path) ?? {};
      return [route?.template, values];
    };
    expect(found('/cms/v2/posts')).to.eql(['/cms/v2/posts', {}]);
    expect(found('/cms/v2/posts/{id}')).to.eql(['/cms/v2/posts/{id}', {}]);
    expect(found('/cms/v2/posts/17')).to.eql(['/cms/v2/posts/{id}', { id: '17' }]);
    expect(found('/cms/v2/posts/none')).to.eql(['/cms/v2/posts/{id}', { id: 'none' }]);
    expect(found('/cms/v2/users/me/application-passwords/{uuid}')).to.eql([
      '/cms/v2/users/{user_id}/application-passwords/{uuid}',
      { user_id: 'me' },
    ]);
    expect(found('/nowhere')).to.eql([undefined, undefined]);
  });

  it('are filled with escaped values', async () => {
    const { pathWith } = await clientModule('paths');
    expect(pathWith('/x/{a}/{b}', { a: 'a b?c', b: 'd/e' })).to.equal('/x/a%20b%3Fc/d/e');
    expect(pathWith('/x/{a}', { a: '' })).to.equal('/x/{a}');
  });
});
