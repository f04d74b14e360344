import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import blockTypes from '../../../plugins/block-types/index.ts';
import { BlockTypes } from '../../../plugins/content-rendering/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';

const blocks = definePlugin({
  name: 'blocks',
  version: '1.0.0',
  description: 'Blocks of a spec.',
  requires: { 'content-rendering': '*', 'block-types': '*' },
  setup({ hooks, use }) {
    const types = use(BlockTypes);
    types.register({
      name: 'spec/chart',
      title: 'Chart',
      icon: 'chart-bar',
      category: 'widgets',
      keywords: ['bars'],
      parent: ['spec/board'],
      usesContext: ['year'],
      attributes: { height: { type: 'integer', default: 3 } },
      supports: { align: true },
      render: () => 'a chart',
    });
    types.register({ name: 'spec/board', editorScript: ['/spec/board.js', '/spec/more.js'] });
    types.register({ name: 'spec-other/board' });
    hooks
      .filter('rest_prepare_block_type')
      .tap('blocks', (response, { name }, request) =>
        name === 'spec/board' ? response.header('X-Board', String(request.getParam('context'))) : response,
      );
  },
});

describe('the block-types plugin', () => {
  let site: ContentSite;
  const ask = (path: string, role = 'contributor') => site.get(`/cms/v2/block-types${path}`, site.as(role));
  const namesOf = (list: { name: string }[]) => list.map(({ name }) => name);

  before(async () => {
    site = await buildContentSite([blockTypes, blocks]);
  });
  after(() => site.generation.dispose());

  it('lists all block types, or those of a namespace', async () => {
    expect(namesOf((await ask('')).json)).to.eql(['spec-other/board', 'spec/board', 'spec/chart']);
    for (const path of ['/spec', '?namespace=spec']) {
      expect(namesOf((await ask(path)).json), path).to.eql(['spec/board', 'spec/chart']);
    }
    expect((await ask('/none')).json).to.eql([]);
  });

  it('shows what a block type was registered with', async () => {
    const { status, json } = await ask('/spec/chart');
    expect(status).to.equal(200);
    expect(json).to.deep.include({
      api_version: 1,
      name: 'spec/chart',
      title: 'Chart',
      icon: 'chart-bar',
      category: 'widgets',
      keywords: ['bars'],
      parent: ['spec/board'],
      ancestor: null,
      uses_context: ['year'],
      supports: { align: true },
      attributes: { height: { type: 'integer', default: 3 } },
      is_dynamic: true,
      editor_script_handles: [],
    });
  });

  it('names the scripts of the editor as the reference does, and refuses those of other sites', async () => {
    const { json } = await ask('/spec/board');
    expect(json.editor_script_handles).to.eql(['spec-board-editor-script', 'spec-board-editor-script-2']);
    const types = site.generation.services.get('spec', BlockTypes);
    for (const editorScript of ['https://other.example/a.js', '//other.example/a.js', '/\\other.example', 'a.js', '']) {
      expect(() => types.register({ name: 'spec/elsewhere', editorScript }), editorScript).to.throw(
        'is not a path on this site; write its editorScript as "/my-plugin/block.js"',
      );
    }
  });

  it('links the namespace of a block type, and what renders it if it is dynamic', async () => {
    const base = 'http://localhost/cms-json/cms/v2';
    expect((await ask('/spec/chart')).json._links).to.deep.include({
      collection: [{ href: `${base}/block-types` }],
      up: [{ href: `${base}/block-types/spec` }],
      'cms:render-block': [{ href: `${base}/block-renderer/spec/chart?context=edit` }],
    });
    expect((await ask('/spec/board')).json._links).to.not.have.property('cms:render-block');
  });

  it('lets plugins adjust what is shown', async () => {
    expect((await ask('/spec/board?context=edit')).headers).to.include({ 'X-Board': 'edit' });
  });

  it('answers that a block type is unknown only to users who write', async () => {
    for (const path of ['/spec/none', '/none/board', '/constructor/name']) {
      const { status, json } = await ask(path);
      expect([status, json.code], path).to.eql([404, 'rest_block_type_invalid']);
    }
    expect((await ask('/spec/none', 'subscriber')).json.code).to.equal('rest_block_type_cannot_view');
    expect((await site.get('/cms/v2/block-types', ANONYMOUS)).status).to.equal(401);
  });
});
