import { expect } from 'chai';
import { RestError, RestResponse } from '../../../core/index.ts';
import embed from '../../../plugins/embed/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { samplePlugin, serve } from '../../support/serve.ts';

const base = 'http://localhost/cms-json';

/** Counts how often, and how many times at once, the linked resource is requested. */
function sampleSite() {
  const asked: string[] = [];
  let running = 0;
  const seen = { asked, most: 0 };
  const plugin = samplePlugin((server) => {
    const book = (id: number) =>
      new RestResponse({ id })
        .addLink('self', `${base}/t/v1/books/${id}`)
        .addLink('author', `${base}/t/v1/people/${id % 2}`, { embeddable: true })
        .addLink('https://api.w.org/term', `${base}/t/v1/topics?book=${id}`, { embeddable: true })
        .addLink('https://api.w.org/term', `${base}/t/v1/nothing`)
        .addLink('reviews', `${base}/t/v1/reviews?book=${id}`, { embeddable: true })
        .addLink('shop', 'https://elsewhere.example/buy', { embeddable: true });
    server.registerRoute('t/v1', '/books', {
      callback: () => [1, 2, 3, 4].map((id) => server.prepareForCollection(book(id))),
    });
    server.registerRoute('t/v1', '/books/(?P<id>\\d+)', {
      callback: (request) => book(Number(request.getParam('id'))),
    });
    server.registerRoute('t/v1', '/people/(?P<id>\\d+)', {
      callback: async (request) => {
        asked.push(request.route);
        seen.most = Math.max(seen.most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        const { id, context } = request.getParams();
        return new RestResponse({ id, context, user: request.user.id }).addLink('self', `${base}${request.route}`);
      },
    });
    server.registerRoute('t/v1', '/topics', {
      args: { per_page: { type: 'integer', default: undefined, maximum: 100 }, book: { type: 'integer' } },
      callback: (request) => (request.getParam('book') === 2 ? [] : [{ per_page: request.getParam('per_page') }]),
    });
    server.registerRoute('t/v1', '/reviews', { callback: () => [] });
    server.registerRoute('t/v1', '/gone', {
      callback: () => new RestResponse({}).addLink('up', `${base}/t/v1/lost`, { embeddable: true }),
    });
    server.registerRoute('t/v1', '/lost', {
      callback: () => {
        throw new RestError('rest_lost', 'Lost.', { status: 404 });
      },
    });
    server.registerRoute('t/v1', '/broken', {
      callback: () =>
        new RestResponse({})
          .addLink('up', `${base}/t/v1/%zz`, { embeddable: true })
          .addLink('author', `${base}/t/v1/people/1`, { embeddable: true }),
    });
  });
  return { plugin, seen };
}

async function answer(path: string) {
  const { plugin, seen } = sampleSite();
  const generation = await buildTestGeneration([embed, plugin]);
  const { json } = await serve(generation, 'GET', path, { user: { id: 3, can: () => true } });
  return { json, seen };
}

describe('the embed plugin', () => {
  it('embeds what embeddable links answer, in the embed context, as the same user, with their links', async () => {
    const { json } = await answer('/t/v1/books/3?_embed');
    expect(json._embedded.author).to.deep.equal([
      { id: '1', context: 'embed', user: 3, _links: { self: [{ href: `${base}/t/v1/people/1` }] } },
    ]);
  });

  it('embeds lists whole: with the most items that a page may have', async () => {
    const { json } = await answer('/t/v1/books/3?_embed');
    expect(json._embedded['cms:term'][0]).to.deep.equal([{ per_page: 100 }]);
  });

  it('leaves an empty place for a link that is not embeddable', async () => {
    const { json } = await answer('/t/v1/books/3?_embed');
    expect(json._embedded['cms:term'][1]).to.deep.equal([]);
  });

  it('leaves out relations whose answers are all empty, and addresses elsewhere', async () => {
    const { json } = await answer('/t/v1/books/2?_embed');
    expect(json._embedded).to.have.all.keys('author');
  });

  it('asks every address once and all of them at once, for all items of a list', async () => {
    const { json, seen } = await answer('/t/v1/books?_embed');
    const authors = [0, 1, 2, 3].map((position) => json[position]._embedded.author[0].id);
    expect(authors).to.deep.equal(['1', '0', '1', '0']);
    expect(seen.asked).to.have.members(['/t/v1/people/0', '/t/v1/people/1']);
    expect(seen.most).to.equal(2);
  });

  it('embeds the body of an error', async () => {
    const { json } = await answer('/t/v1/gone?_embed');
    expect(json._embedded.up).to.deep.equal([{ code: 'rest_lost', message: 'Lost.', data: { status: 404 } }]);
  });

  it('skips a link that cannot be read and embeds the others', async () => {
    const { json } = await answer('/t/v1/broken?_embed');
    expect(json._embedded).to.have.all.keys('author');
  });

  for (const value of ['', '=', '=1', '=true', '=0']) {
    it(`embeds every relation for _embed${value}`, async () => {
      expect((await answer(`/t/v1/books/3?_embed${value}`)).json._embedded).to.have.all.keys('author', 'cms:term');
    });
  }

  for (const [query, relations] of [
    ['_embed=author', ['author']],
    ['_embed=author, cms:term', ['author', 'cms:term']],
    ['_embed[]=cms:term', ['cms:term']],
  ] as const) {
    it(`embeds the listed relations for ${query}`, async () => {
      expect((await answer(`/t/v1/books/3?${query}`)).json._embedded).to.have.all.keys(...relations);
    });
  }

  it('adds nothing for missing relations, and follows no link for them', async () => {
    const { json, seen } = await answer('/t/v1/books/3?_embed=nothing');
    expect(json).to.not.have.property('_embedded');
    expect(seen.asked).to.deep.equal([]);
  });

  it('adds nothing without the parameter', async () => {
    expect((await answer('/t/v1/books/3')).json).to.have.all.keys('id', '_links');
  });

  it('is gone without the plugin: the links stay, nothing is embedded', async () => {
    const generation = await buildTestGeneration([sampleSite().plugin]);
    expect((await serve(generation, 'GET', '/t/v1/books/3?_embed')).json).to.have.all.keys('id', '_links');
  });
});
