import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import { definePlugin, RestController, type RestServer } from '../../../core/index.ts';
import contentTypesPlugin, {
  type ContentType,
  type ContentTypeController,
  ContentTypes,
} from '../../../plugins/content-types/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';

/** A controller that answers with its type's name. */
class NameController extends RestController {
  readonly type: ContentType;

  constructor(server: RestServer, type: ContentType) {
    super(server, type.rest_namespace, type.rest_base);
    this.type = type;
  }

  registerRoutes(): void {
    this.server.registerRoute(this.namespace, this.restBase, {
      callback: () => ({ controller: this.constructor.name }),
    });
  }

  protected makeItemSchema() {
    return { $schema: '', title: this.type.name, type: 'object', properties: {} } as const;
  }
}

class OwnController extends NameController {}
class Stranger {}

const books = definePlugin({
  name: 'books',
  version: '1.0.0',
  description: 'Registers content types of every kind.',
  requires: { 'content-types': '*' },
  setup({ hooks, use }) {
    const types = use(ContentTypes);
    types.setDefaultController(NameController);
    hooks
      .filter('register_post_type_args')
      .tap('books', (args, name) => (name === 'attachment' ? { ...args, controller: OwnController } : undefined));
    hooks.action('init').tap('books', () => {
      types.register('book', { show_in_rest: true, public: true, label: 'Books', capability_type: ['book', 'books'] });
      types.register('own', {
        show_in_rest: true,
        rest_base: 'owns',
        rest_namespace: 'shop/v1',
        controller: OwnController,
      });
      types.register('none', { show_in_rest: true, controller: null });
      types.register('strange', { show_in_rest: true, controller: Stranger as unknown as ContentTypeController });
      types.register('hidden', {});
    });
  },
});

describe('content types', () => {
  let generation: Generation;
  let types: ContentTypes;

  before(async () => {
    generation = await buildTestGeneration([contentTypesPlugin, books]);
    types = generation.services.get('spec', ContentTypes);
  });

  it('get the routes of their own class, or of the default one (2.1)', async () => {
    const controller = async (route: string) => (await generation.server.dispatch(route)).data;
    expect(await controller('/cms/v2/book')).to.eql({ controller: 'NameController' });
    expect(await controller('/cms/v2/posts')).to.eql({ controller: 'NameController' });
    expect(await controller('/cms/v2/media')).to.eql({ controller: 'OwnController' });
    expect(await controller('/shop/v1/owns')).to.eql({ controller: 'OwnController' });
  });

  it('get no routes without a controller, with one that is none, or outside the interface (2.1)', () => {
    for (const base of ['none', 'strange', 'hidden']) {
      expect(generation.server.matchRoute(`/cms/v2/${base}`), base).to.equal(undefined);
      expect(types.controllerOf(types.get(base)!, generation.server), base).to.equal(undefined);
    }
  });

  it('make one controller each', () => {
    const book = types.get('book')!;
    expect(types.controllerOf(book, generation.server)).to.equal(types.controllerOf(book, generation.server));
  });

  it('derive capabilities from their words, those of meta mapping only when it is on', () => {
    expect(types.get('book')!.cap).to.eql({
      edit_post: 'edit_book',
      read_post: 'read_book',
      delete_post: 'delete_book',
      edit_posts: 'edit_books',
      edit_others_posts: 'edit_others_books',
      delete_posts: 'delete_books',
      publish_posts: 'publish_books',
      read_private_posts: 'read_private_books',
      create_posts: 'edit_books',
    });
    expect(types.get('page')!.cap).to.include({ read: 'read', delete_private_posts: 'delete_private_pages' });
    expect(types.get('attachment')!.cap.create_posts).to.equal('upload_files');
  });

  it('support title and editor by default', () => {
    expect(types.supports('book', 'title')).to.equal(true);
    expect(types.supports('book', 'revisions')).to.equal(false);
    expect(types.supports('post', 'revisions')).to.equal(true);
    expect(types.supports('nothing', 'title')).to.equal(false);
  });

  it('refuse a name that is no key', () => {
    for (const name of ['', 'Book', 'a b', 'x'.repeat(21)])
      expect(() => types.register(name), name).to.throw(TypeError);
  });

  it('are answered with the fields that are requested, keyed by name', async () => {
    const { data } = await generation.server.dispatch('/cms/v2/types');
    expect(Object.keys(data as object)).to.include.members(['post', 'page', 'attachment', 'cms_block', 'book']);
    expect(data).not.to.have.any.keys('revision', 'hidden');
  });
});
