import { expect } from 'chai';
import { Generation } from '../../../core/generation.ts';
import { definePlugin } from '../../../core/index.ts';
import { createBrand } from '../../../core/site/index.ts';
import { createSite } from '../../../host/site.ts';
import { replay } from '../replay.ts';
import { compareAnswer } from './expectation.ts';
import type { Expectation } from './scenario.ts';
import { readScenario } from './scenario.ts';
import { Variables } from './variables.ts';

const vars = new Variables('http://site', 'https://api.w.org/', { id: 7 });

const differences = (expectation: Expectation, json: unknown, status = 200): string[] =>
  compareAnswer(expectation, { status, headers: new Map(), text: JSON.stringify(json), json }, vars).map(
    ({ path }) => path,
  );

describe('replaying scenarios', () => {
  it('compares values with their JSON type, and names the place that differs', () => {
    expect(differences({ body: { id: '{{id}}', url: '{base}/{{id}}' } }, { id: 7, url: 'http://site/7' })).to.eql([]);
    expect(differences({ body: { id: '{{id}}' } }, { id: '7' })).to.eql(['body.id']);
    expect(differences({ body: { list: [1, 2] } }, { list: [1] })).to.eql(['body.list']);
    expect(differences({ body: { list: [] } }, { list: {} })).to.eql(['body.list']);
  });

  it('finds additional and missing members', () => {
    expect(differences({ body: { a: 1 } }, { a: 1, b: 2 })).to.eql(['body.b']);
    expect(differences({ body: { a: 1, $extra: 'allow' } }, { a: 1, b: 2 })).to.eql([]);
    expect(differences({ body: { a: 1, c: 3, $optional: ['c'] } }, { a: 1 })).to.eql([]);
    expect(differences({ body: { a: 1 } }, {})).to.eql(['body.a']);
    expect(differences({ body: { $absent: ['a'], $extra: 'allow' } }, { a: 1 })).to.eql(['body.a']);
  });

  it('applies matchers', () => {
    const cases: [unknown, unknown, unknown][] = [
      [{ $type: ['id', 'null'] }, 3, 0],
      [{ $match: '^{base}/\\d+$' }, 'http://site/12', 'http://other/12'],
      [{ $prefix: '{base}' }, 'http://site/x', 'x'],
      [{ $items: { $type: 'text' }, $min: 1 }, ['a'], []],
      [{ $length: 2 }, [1, 2], [1]],
      [{ $set: [1, 2] }, [2, 1], [1, 2, 3]],
      [{ $contains: [1] }, [2, 1], [2]],
      [{ $keys: ['a'] }, { a: 1 }, { a: 1, b: 1 }],
      [{ $any: [1, { $type: 'null' }] }, null, 2],
    ];
    for (const [matcher, fits, fails] of cases) {
      expect(differences({ body: matcher }, fits), JSON.stringify(matcher)).to.eql([]);
      expect(differences({ body: matcher }, fails), JSON.stringify(matcher)).to.eql(['body']);
    }
    expect(differences({ body: { $described: { enum: ['a', 'b'] } } }, { enum: ['b', 'a'], description: 'x' })).to.eql(
      [],
    );
  });

  it('compares error objects by code, status and data', () => {
    const body = { code: 'rest_invalid_param', message: 'x', data: { status: 400, params: { a: 'x' }, details: [] } };
    const fits = { status: 400, code: 'rest_invalid_param', params: ['a'], details: {} };
    expect(differences(fits, body, 400)).to.eql([]);
    expect(differences({ ...fits, params: ['b'] }, body, 400)).to.eql(['body.data.params.b', 'body.data.params.a']);
    expect(differences({ ...fits, details: { a: 'inner' } }, body, 400)).to.eql(['body.data.details']);
    expect(differences({ status: 500, code: 'x', data: null }, body, 500)).to.eql(['body.code', 'body.data']);
  });

  it('rewrites identifiers that contain the brand', () => {
    const text = JSON.stringify(readScenario('categories', createBrand('wp')));
    expect(text).to.contain('/wp-json/wp/v2/categories').and.contain('wp:post_type').and.contain('X-WP-Total');
    expect(text).not.to.match(/cms/i);
  });

  it('sends the steps to a generation and reports which of them fail', async () => {
    const home = definePlugin({
      name: 'types',
      version: '1.0.0',
      description: 'Answers one route.',
      setup(host) {
        host.hooks.action('rest_api_init').tap('types', (server) => {
          server.registerRoute('cms/v2', '/types/(?P<type>[\\w-]+)', { callback: () => ({ slug: 'post' }) });
        });
      },
    });
    const site = createSite({ brand: createBrand() });
    const generation = await Generation.build({ site, plugins: [{ definition: home, location: 'spec' }] });
    const { passed, failed } = await replay(generation, 'types-statuses-taxonomies', {
      users: { admin: { user: { id: 1, can: () => true }, name: 'Admin', email: 'a@b.example', url: '' } },
      only: (step) => ['type-write', 'type'].includes(step),
    });
    expect(failed.map(({ step }) => step)).to.eql(['type']);
    expect(passed).to.equal(1);
  });
});
