import { expect } from 'chai';
import { definePlugin, RestController } from '../../../core/index.ts';
import search, {
  SearchHandler,
  type SearchId,
  type SearchLinks,
  type SearchResult,
} from '../../../plugins/search/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';

class ShelfSearch extends SearchHandler {
  override readonly type: string = 'shelf';
  override readonly subtypes: readonly string[] = ['upper', 'lower'];
  override async search(): Promise<SearchResult> {
    return { ids: ['a', 'b'], total: 5 };
  }
  override prepareItem(id: SearchId) {
    return { id, title: `Shelf ${id}`, url: `http://shelves/${id}`, type: this.type, subtype: 'upper' };
  }
  override prepareLinks(id: SearchId): SearchLinks {
    return id === 'a' ? { about: { href: 'http://shelves/' } } : {};
  }
}

class BrokenSearch extends ShelfSearch {
  override readonly type = 'broken';
  override async search(): Promise<SearchResult> {
    return { total: 3 } as SearchResult;
  }
}

/** An object with all members of a handler, which does not extend the base class. */
const lookalike = { type: 'lookalike', subtypes: ['fake'], search: async () => ({ ids: [], total: 0 }) };

describe('search handlers', () => {
  const notices: string[] = [];
  let site: ContentSite;

  before(async () => {
    const shelves = definePlugin({
      name: 'shelves',
      version: '1.0.0',
      description: 'Handlers of a spec.',
      setup({ hooks }) {
        const added = [new ShelfSearch(), lookalike, RestController, null, new BrokenSearch()];
        hooks
          .filter('cms_rest_search_handlers')
          .tap('shelves', (handlers) => [...handlers, ...(added as ShelfSearch[])]);
        hooks.action('doing_it_wrong_run').tap('shelves', (name) => void notices.push(name));
      },
    });
    site = await buildContentSite([search, shelves]);
  });
  after(() => site.generation.dispose());

  it('are called when their type is requested', async () => {
    const { headers, json } = await site.get('/cms/v2/search?type=shelf&per_page=2&_fields=id,title,_links');
    expect(json).to.eql([
      {
        id: 'a',
        title: 'Shelf a',
        _links: {
          about: [{ href: 'http://shelves/' }],
          collection: [{ href: 'http://localhost/cms-json/cms/v2/search' }],
        },
      },
      {
        id: 'b',
        title: 'Shelf b',
        _links: { collection: [{ href: 'http://localhost/cms-json/cms/v2/search' }] },
      },
    ]);
    expect(headers).to.include({ 'X-CMS-Total': '5', 'X-CMS-TotalPages': '3' });
  });

  it('bring their types and subtypes into the arguments and the schema', () => {
    const { endpoints, options } = site.generation.server.routes.get('/cms/v2/search')!;
    expect(endpoints[0]!.args.type).to.include({ default: 'post' });
    expect(endpoints[0]!.args.type!.enum).to.eql(['post', 'term', 'post-format', 'shelf', 'broken']);
    expect(endpoints[0]!.args.subtype!.items!.enum).to.include.members(['page', 'category', 'upper', 'any']);
    const schema = options.schema!() as { properties: { subtype: { enum: string[] } } };
    expect(schema.properties.subtype.enum).to.include('lower').and.not.include('any');
  });

  it('that do not extend the base class are left out with a notice', async () => {
    expect(notices).to.eql(['SearchController', 'SearchController', 'SearchController']);
    expect((await site.get('/cms/v2/search?type=lookalike')).status).to.equal(400);
    expect((await site.get('/cms/v2/search?subtype=fake')).status).to.equal(400);
  });

  it('that do not say what they found fail with a code of their own', async () => {
    const { status, json } = await site.get('/cms/v2/search?type=broken');
    expect([status, json.code]).to.eql([500, 'rest_search_handler_error']);
  });
});
