import { expect } from 'chai';
import { ContentTypes } from '../../../plugins/content-types/index.ts';
import type { Post } from '../../../plugins/posts/index.ts';
import { openPostSite, type PostSite, tapping } from './post-site.ts';

const OWN = 7;
const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'];

const types = tapping(({ hooks, use }) => {
  hooks.action('init').tap('types', () => {
    use(ContentTypes).register('book', { capability_type: 'book', map_meta_cap: true });
    use(ContentTypes).register('plain', { capability_type: 'plain' });
  });
});

describe('what users may do with items', () => {
  let site: PostSite;

  before(async () => {
    site = await openPostSite({ plugins: [{ ...types, requires: { 'content-types': '*' } }] });
  });
  after(() => site.close());

  const item = (post: Partial<Post>) =>
    ({
      id: 5,
      type: 'post',
      status: 'publish',
      author: 1,
      parent: 0,
      trashedFrom: '',
      ...post,
    }) as Post;
  /** The roles whose users have the capability, by their first letters. */
  const who = (capability: string, post: Partial<Post>) =>
    ROLES.filter((role) => site.user(role, OWN).can(capability, item(post)))
      .map((role) => role[0])
      .join('');

  it('is told by the loaded object: an id in its place throws', () => {
    const admin = site.user('administrator', 1);
    for (const capability of ['edit_post', 'read_post', 'delete_page', 'edit_term', 'delete_term']) {
      for (const id of [7, '7']) {
        expect(() => admin.can(capability, id), capability).to.throw(
          `can('${capability}', 7) is given an id; load the object`,
        );
      }
      expect(admin.can(capability, undefined)).to.equal(false);
    }
    expect(admin.can('edit_user', 7)).to.equal(true);
  });

  it('follows from role, author and status', () => {
    const own = { author: OWN };
    const table: [capability: string, post: Partial<Post>, roles: string][] = [
      ['read_post', {}, 'aeacs'],
      ['read_post', { status: 'draft' }, 'ae'],
      ['read_post', { status: 'draft', ...own }, 'aeacs'],
      ['read_post', { status: 'private' }, 'ae'],
      ['read_post', { status: 'private', ...own }, 'aeacs'],
      ['read_post', { status: 'nonsense' }, 'ae'],
      ['edit_post', {}, 'ae'],
      ['edit_post', own, 'aea'],
      ['edit_post', { status: 'draft', ...own }, 'aeac'],
      ['edit_post', { status: 'future', ...own }, 'aea'],
      ['edit_post', { status: 'private' }, 'ae'],
      ['edit_post', { status: 'trash', trashedFrom: 'publish', ...own }, 'aea'],
      ['edit_post', { status: 'trash', trashedFrom: 'draft', ...own }, 'aeac'],
      ['delete_post', own, 'aea'],
      ['delete_post', { status: 'pending', ...own }, 'aeac'],
      ['delete_post', { status: 'trash', trashedFrom: 'publish', ...own }, 'aea'],
      ['delete_post', {}, 'ae'],
      ['publish_post', { status: 'draft' }, 'aea'],
      ['edit_page', { type: 'page' }, 'ae'],
      ['edit_page', { type: 'page', ...own }, 'ae'],
      ['delete_page', { type: 'page' }, 'ae'],
      ['edit_post', { type: 'gone' }, 'ae'],
      ['edit_post', { type: 'book', ...own }, ''],
      ['edit_book', { type: 'book', ...own }, ''],
      ['edit_block', { type: 'cms_block' }, 'ae'],
      ['edit_block', { type: 'cms_block', ...own }, 'aea'],
    ];
    const answers = table.map(([capability, post]) => who(capability, post));
    expect(answers).to.eql(table.map(([, , roles]) => roles));
  });

  it('is nothing for revisions by themselves, and for what is no item', () => {
    for (const capability of ['edit_post', 'read_post', 'delete_post']) {
      expect(who(capability, { type: 'revision', status: 'inherit' })).to.equal('');
      expect(site.user('administrator').can(capability, {})).to.equal(false);
      expect(site.user('administrator').can(capability)).to.equal(false);
    }
  });

  it('lets administrators alone delete the page that is the front of the site', async () => {
    await site.options.set('page_on_front', 5);
    expect(who('delete_page', { type: 'page' })).to.equal('a');
    await site.options.set('page_on_front', 0);
    expect(who('delete_page', { type: 'page' })).to.equal('ae');
  });

  it('lets administrators alone change the page on privacy', async () => {
    await site.options.set('wp_page_for_privacy_policy', 5);
    expect(who('edit_page', { type: 'page' })).to.equal('a');
    expect(who('delete_page', { type: 'page' })).to.equal('a');
    await site.options.set('wp_page_for_privacy_policy', 0);
    expect(who('edit_page', { type: 'page' })).to.equal('ae');
  });

  it('needs the one capability of a type that does not map', async () => {
    const post = item({ type: 'plain' });
    expect(site.user('administrator').can('edit_post', post)).to.equal(false);
    const { Roles } = await import('../../../plugins/roles/index.ts');
    const special = site.generation.services.get('spec', Roles).createUser(OWN, { edit_plain: true });
    expect(special.can('edit_post', post)).to.equal(true);
    expect(special.can('delete_post', post)).to.equal(false);
  });
});
