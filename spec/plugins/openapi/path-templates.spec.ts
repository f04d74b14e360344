import { expect } from 'chai';
import { pathTemplates } from '../../../plugins/openapi/path-templates.ts';

const pathsOf = (pattern: string) => pathTemplates(pattern).map(({ path }) => path);

describe('the templated paths of a pattern', () => {
  it('have the named groups as parameters, each with its pattern', () => {
    expect(pathTemplates('/t/v1/items/(?P<id>[\\d]+)/parts/(?<part>(?:a|b)\\)?)')).to.deep.equal([
      {
        path: '/t/v1/items/{id}/parts/{part}',
        parameters: [
          { name: 'id', pattern: '^(?:[\\d]+)$' },
          { name: 'part', pattern: '^(?:(?:a|b)\\)?)$' },
        ],
      },
    ]);
  });

  it('are one for each way that an optional part or an alternative can go', () => {
    expect(pathsOf('/t/v1/items(?:/(?P<id>\\d+))?')).to.deep.equal(['/t/v1/items', '/t/v1/items/{id}']);
    expect(pathsOf('/t/v1/(?:posts|pages)/last')).to.deep.equal(['/t/v1/posts/last', '/t/v1/pages/last']);
    expect(pathsOf('/t/v1/a|/t/v1/b')).to.deep.equal(['/t/v1/a', '/t/v1/b']);
    expect(pathsOf('/t/v1/things?')).to.deep.equal(['/t/v1/thing', '/t/v1/things']);
    expect(pathsOf('/t/v1/(?P<id>\\d+)?')).to.deep.equal(['/t/v1/', '/t/v1/{id}']);
  });

  it('have parameters without a name for other variable parts', () => {
    expect(pathTemplates('/t/v1/[a-z]+\\d*/x.y/(?:ab)+')[0]).to.deep.equal({
      path: '/t/v1/{part}/x{part2}y/{part3}',
      parameters: [
        { name: 'part', pattern: '^(?:[a-z]+\\d*)$' },
        { name: 'part2', pattern: '^(?:.)$' },
        { name: 'part3', pattern: '^(?:(?:ab)+)$' },
      ],
    });
    expect(pathsOf('/t/v1/(?P<part>a+)/[b]')).to.deep.equal(['/t/v1/{part}/{part2}']);
  });

  it('keep the name of a group that is repeated', () => {
    expect(pathTemplates('/t/(?P<all>/\\w+)*')[0]!.parameters).to.deep.equal([
      { name: 'all', pattern: '^(?:(?<all>/\\w+)*)$' },
    ]);
  });

  it('leave out what has no width, and escapes', () => {
    expect(pathsOf('^/t/v1\\.5/(?!me)(?P<id>\\w+)\\/a\\-b$')).to.deep.equal(['/t/v1.5/{id}/a-b']);
  });

  it('stay few, however many ways there are', () => {
    expect(pathsOf('/(?:a|b)(?:a|b)(?:a|b)(?:a|b)(?:a|b)(?:a|b)').length).to.be.at.most(16);
  });

  it('have no pattern where JSON Schema has no words for it', () => {
    expect(pathTemplates('/t/(?P<name>[^"\\"\\:]+)')[0]!.parameters[0]!.pattern).to.equal('^(?:[^"":]+)$');
    expect(pathTemplates('/t/(?P<name>a{,2}]+)')[0]!.parameters).to.deep.equal([{ name: 'name', pattern: undefined }]);
  });
});
