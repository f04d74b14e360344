import { expect } from 'chai';
import { type CurrentUser, definePlugin } from '../../../core/index.ts';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import allowHeader from '../../../plugins/allow-header/index.ts';
import blockRenderer from '../../../plugins/block-renderer/index.ts';
import { BlockTypes } from '../../../plugins/content-rendering/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { serve } from '../../support/serve.ts';

const blocks = definePlugin({
  name: 'blocks',
  version: '1.0.0',
  description: 'Blocks of a spec.',
  requires: { 'content-rendering': '*' },
  setup({ hooks, use }) {
    use(BlockTypes).register({
      name: 'spec/echo',
      attributes: {
        word: { type: 'string', default: 'none', enum: ['none', 'some'] },
        times: { type: 'integer', minimum: 1 },
      },
      render: (attributes, content, { blockName }, { post }) =>
        JSON.stringify({ attributes, content, blockName, post: post?.id ?? null }),
    });
    use(BlockTypes).register({ name: 'spec/static', attributes: { word: { type: 'string' } } });
    use(BlockTypes).register({
      name: 'spec/failing',
      render: () => {
        throw new Error('no');
      },
    });
    hooks
      .filter('render_block')
      .tap('blocks', (markup, { blockName }) => (blockName === 'spec/echo' ? `<!--${markup}-->` : markup));
  },
});

describe('the block-renderer plugin', () => {
  let site: ContentSite;
  const ask = async (path: string, user: CurrentUser = site.as('editor')) =>
    site.get(`/cms/v2/block-renderer/${path}`, user);
  /** What the block was given. */
  const echoed = (rendered: string) => JSON.parse(rendered.slice('<!--'.length, -'-->'.length));

  before(async () => {
    site = await buildContentSite([blockRenderer, blocks, allowHeader]);
  });
  after(() => site.generation.dispose());

  it('takes what editors give blocks of every type, and what a type supports', async () => {
    const given = 'attributes[className]=wide&attributes[lock][move]=true&attributes[metadata][name]=Mine';
    expect((await ask(`spec/echo?context=edit&${given}`)).status).to.equal(200);
    expect((await ask('spec/echo?context=edit&attributes[align]=wide')).json.code).to.equal('rest_invalid_param');
  });

  it('renders a dynamic block with its defaults, through the filter of blocks', async () => {
    const { status, json, headers } = await ask('spec/echo?context=edit');
    expect([status, headers.Allow]).to.eql([200, 'GET, POST']);
    expect(json).to.have.all.keys('rendered');
    expect(echoed(json.rendered)).to.eql({
      attributes: { word: 'none' },
      content: '',
      blockName: 'spec/echo',
      post: null,
    });
  });

  it('cleans attributes by their schemas, from the query and from a body', async () => {
    const { json } = await ask('spec/echo?context=edit&attributes[word]=some&attributes[times]=3');
    expect(echoed(json.rendered).attributes).to.eql({ word: 'some', times: 3 });
    const posted = await serve(site.generation, 'POST', '/cms/v2/block-renderer/spec/echo?context=edit', {
      user: site.as('editor'),
      json: { attributes: { times: '4' } },
    });
    expect(echoed(posted.json.rendered).attributes).to.eql({ word: 'none', times: 4 });
  });

  it('refuses attributes that do not fit or are not known', async () => {
    const cases: [query: string, detail: string][] = [
      ['attributes[times]=many', 'rest_invalid_type'],
      ['attributes[times]=0', 'rest_out_of_bounds'],
      ['attributes[word]=other', 'rest_not_in_enum'],
      ['attributes[colour]=red', 'rest_additional_properties_forbidden'],
      ['attributes[constructor]=x', 'rest_additional_properties_forbidden'],
      ['attributes=x', 'rest_invalid_type'],
    ];
    for (const [query, detail] of cases) {
      const { status, json } = await ask(`spec/echo?context=edit&${query}`);
      expect([status, json.code], query).to.eql([400, 'rest_invalid_param']);
      expect(json.data.details.attributes.code, query).to.equal(detail);
    }
  });

  it('knows no block that is not there or not dynamic', async () => {
    const paths = ['spec/nothing?', 'spec/nothing?attributes[any]=1&', 'spec/static?', 'core/constructor?'];
    for (const path of paths) {
      const { status, json } = await ask(`${path}context=edit`);
      expect([status, json.code], path).to.eql([404, 'block_invalid']);
    }
    expect((await ask('nothing?context=edit')).json.code).to.equal('rest_no_route');
  });

  it('renders in edit context alone', async () => {
    for (const query of ['', '?context=view', '?context=embed']) {
      expect((await ask(`spec/echo${query}`)).json.data.params, query).to.have.all.keys('context');
    }
  });

  it('answers with empty markup for a block that fails', async () => {
    expect((await ask('spec/failing?context=edit')).json).to.eql({ rendered: '' });
    expect(site.generation.failures).to.eql([]);
  });

  describe('lets render', () => {
    const codeFor = async (query: string, user: CurrentUser): Promise<[number, string | undefined]> => {
      const { status, json } = await ask(`spec/echo?context=edit${query}`, user);
      return [status, json.code];
    };

    it('those who write', async () => {
      for (const role of ['contributor', 'author', 'editor', 'administrator']) {
        expect(await codeFor('', site.as(role)), role).to.eql([200, undefined]);
      }
      expect(await codeFor('', site.as('subscriber'))).to.eql([403, 'block_cannot_read']);
      expect(await codeFor('', ANONYMOUS)).to.eql([401, 'block_cannot_read']);
    });

    it('for an item, only users who may edit it, without revealing whether it exists', async () => {
      const { id } = await site.publish({ title: 'Shown' });
      const { json } = await ask(`spec/echo?context=edit&post_id=${id}`);
      expect(echoed(json.rendered).post).to.equal(id);
      for (const query of [`&post_id=${id}`, '&post_id=99999']) {
        expect(await codeFor(query, site.as('contributor')), query).to.eql([403, 'block_cannot_read']);
        expect(await codeFor(query, ANONYMOUS), query).to.eql([401, 'block_cannot_read']);
      }
      expect(await codeFor('&post_id=99999', site.as('administrator'))).to.eql([403, 'block_cannot_read']);
    });
  });
});
