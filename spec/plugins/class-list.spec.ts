import { expect } from 'chai';
import classList from '../../plugins/class-list/index.ts';
import { MetaStore } from '../../plugins/meta/index.ts';
import { buildContentSite, type ContentSite } from '../support/content-site.ts';

describe('class_list', () => {
  let site: ContentSite;
  before(async () => {
    site = await buildContentSite([classList]);
  });
  after(() => site.generation.dispose());

  const classes = async (id: number, type = 'posts') =>
    (await site.get(`/cms/v2/${type}/${id}?_fields=class_list`)).json.class_list;

  it('names type, status, format and terms, as a page does', async () => {
    const post = await site.publish({ title: 'One' });
    const news = await site.terms.create('category', 'News & more');
    const number = await site.terms.create('post_tag', '2026');
    await site.terms.setObjectTerms(post.id, 'category', [news.id]);
    await site.terms.setObjectTerms(post.id, 'post_tag', [number.id]);
    expect(await classes(post.id)).to.eql([
      `post-${post.id}`,
      'post',
      'type-post',
      'status-publish',
      'format-standard',
      'hentry',
      'category-news-more',
      `tag-${number.id}`,
    ]);
  });

  it('shows a picture, and a password in its place', async () => {
    const post = await site.publish({ title: 'Two' });
    await site.generation.services.get('spec', MetaStore).set('post', post.id, '_thumbnail_id', 9);
    expect(await classes(post.id)).to.include('has-post-thumbnail');
    const locked = await site.publish({ title: 'Three', password: 'secret' });
    expect(await classes(locked.id))
      .to.include('post-password-required')
      .and.not.include('has-post-thumbnail');
  });

  it('is there for pages, in lists and in the schema, and not where items are embedded', async () => {
    const page = await site.publish({ type: 'page', title: 'Page' });
    expect(await classes(page.id, 'pages')).to.eql([
      `post-${page.id}`,
      'page',
      'type-page',
      'status-publish',
      'hentry',
    ]);
    const { json } = await site.get('/cms/v2/posts?per_page=1');
    expect(json[0].class_list).to.include('type-post');
    expect((await site.get('/cms/v2/posts?per_page=1&context=embed')).json[0]).to.not.have.property('class_list');
  });

  it('costs a list the same number of statements whatever its length', async () => {
    for (let at = 0; at < 8; at++) await site.publish({ title: `More ${at}` });
    const costs = async (count: number) => {
      const path = `/cms/v2/posts?per_page=${count}&_fields=class_list`;
      await site.get(path);
      const before = site.database.statements.count;
      await site.get(path);
      return site.database.statements.count - before;
    };
    expect(await costs(8)).to.equal(await costs(2));
  });

  it('is not there unless the plugin is activated', async () => {
    const plain = await buildContentSite([classList], { asked: new Set() });
    const post = await plain.publish({ title: 'Plain' });
    expect((await plain.get(`/cms/v2/posts/${post.id}`)).json).to.not.have.property('class_list');
    await plain.generation.dispose();
  });
});
