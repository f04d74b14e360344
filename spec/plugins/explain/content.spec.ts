import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { request, type TestHost, testHost } from '../../../host/testing/index.ts';

const extras = definePlugin({
  name: 'extras',
  version: '1.0.0',
  description: 'Adds and changes.',
  capabilities: ['content:read'],
  setup({ hooks }) {
    hooks.filter('the_title').tap('extras', (title) => `${title}!`);
    hooks.action('rest_api_init').tap('extras', (server) => {
      server.registerField('post', 'mood', { get_callback: () => 'good', schema: { type: 'string' } });
    });
    hooks
      .filter('rest_prepare_{post_type}')
      .for('post')
      .tap('extras', (response) => {
        (response.data as { slug: string }).slug += '-changed';
      });
  },
});

describe('_explain of posts', () => {
  let host: TestHost;
  before(async () => {
    host = await testHost({ plugins: ['posts', 'terms', 'users', 'pagination', 'explain', extras] });
    for (const title of ['One', 'Two', 'Three']) await host.fixtures.post({ title, status: 'publish' });
  });
  after(() => host.close());

  const field = (json: { fields: { field: string }[] }, name: string) =>
    json.fields.find((one) => one.field === name) as unknown as Record<string, unknown>;

  it('shows attached fields, changed ones, and texts that went through filters', async () => {
    const { json } = await request(host, 'GET', '/cms/v2/posts?_explain', { as: 'administrator' });
    expect(json.plugin).to.equal('posts');
    expect(field(json, 'id')).to.deep.equal({ field: 'id', items: 3, set_by: 'posts' });
    expect(field(json, 'mood')).to.deep.equal({ field: 'mood', items: 3, set_by: 'extras' });
    expect(field(json, 'slug')).to.deep.include({ items: 3, set_by: 'posts' });
    const [slug] = field(json, 'slug').changed_by as object[];
    expect(slug).to.include({ plugin: 'extras', hook: 'rest_prepare_post', count: 3 });
    const title = field(json, 'title.rendered').changed_by as { plugin: string; hook: string }[];
    expect(title.map(({ plugin, hook }) => `${plugin} ${hook}`)).to.include('extras the_title');
    expect(json.headers.find(({ header }: { header: string }) => header === 'X-CMS-Total').set_by).to.equal(
      'pagination',
    );
  });

  it('counts the statements of the request, by text', async () => {
    const { json } = await request(host, 'GET', '/cms/v2/posts?_explain', { as: 'administrator' });
    const { count, duration, statements } = json.sql;
    expect(statements.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).to.equal(count);
    expect(count).to.be.greaterThan(1);
    expect(duration).to.be.greaterThan(0);
    expect(statements.some(({ plugin }: { plugin: string }) => plugin === 'posts')).to.equal(true);
  });

  it('is as long for a hundred items as for three, but for numbers', async () => {
    const few = await request(host, 'GET', '/cms/v2/posts?_explain', { as: 'administrator' });
    for (let at = 0; at < 60; at++) await host.fixtures.post({ title: `More ${at}`, status: 'publish' });
    const many = await request(host, 'GET', '/cms/v2/posts?_explain&per_page=60', { as: 'administrator' });
    expect(many.json.fields).to.have.lengthOf(few.json.fields.length);
    expect(many.body.length).to.be.below(few.body.length * 1.5);
  });
});
