import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import { PostStore } from '../../../plugins/posts/index.ts';
import { firstPartyPlugins } from '../../support/full-site.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { serve } from '../../support/serve.ts';

describe('a site that is served for the first time', () => {
  let generation: Generation;

  beforeEach(async () => {
    generation = await buildTestGeneration(await firstPartyPlugins(), {
      options: { database: { url: 'sqlite::memory:' } },
      asked: new Set(),
    });
  });
  afterEach(() => generation.dispose());

  async function listen(): Promise<string[]> {
    const lines: string[] = [];
    await generation.server.hooks.action('host_listening').promise('http://localhost', (line) => lines.push(line));
    return lines;
  }

  const total = async (path: string) => {
    const { headers } = await serve(generation, 'GET', path);
    return headers['X-CMS-Total'];
  };

  it('gets a post, a page, a comment and a category', async () => {
    await listen();
    for (const family of ['posts', 'pages', 'comments', 'categories']) {
      expect(await total(`/cms/v2/${family}`), family).to.equal('1');
    }
  });

  it('prints the login and a password, once', async () => {
    expect((await listen())[0]).to.match(/^Sign in as admin with the password \S{20}$/);
    expect(await listen()).to.deep.equal([]);
  });

  it('stays empty once it was emptied', async () => {
    await listen();
    const posts = generation.services.get('spec', PostStore);
    for (const post of (await posts.query({ types: ['post'] })).posts) await posts.delete(post.id);
    await listen();
    expect(await total('/cms/v2/posts')).to.equal('0');
  });

  it('gets no content of ours when there is some', async () => {
    await generation.services.get('spec', PostStore).insert({ title: 'Mine', type: 'post', status: 'publish' });
    await listen();
    expect(await total('/cms/v2/posts')).to.equal('1');
  });
});
