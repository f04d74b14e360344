import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';
import { embedKey } from '../../../plugins/oembed/embed-key.ts';
import { NOW } from '../../support/content-site.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { buildEmbedSite, type EmbedSite, frame, video } from './embed-site.ts';

const DAY = 86_400_000;

const keyOf = (url: string, width = 600) => embedKey(url, { width, height: Math.min(Math.ceil(width * 1.5), 1000) });

describeOnDatabases('addresses of other sites in texts', (freshDatabase) => {
  let site: EmbedSite;
  let meta: MetaStore;

  before(async () => {
    site = await buildEmbedSite(await freshDatabase({ again: true }));
    meta = site.generation.services.get('spec', MetaStore);
  });
  after(() => site.close());
  beforeEach(() => {
    site.answer = () => undefined;
    site.now = NOW;
  });

  const stored = (id: number, url: string) => meta.get('post', id, `_oembed_${keyOf(url)}`);

  it('become the markup of their provider once it is there, and are addresses until then', async () => {
    const url = video('first');
    const asked = site.other.asked.length;
    const post = await site.publish({ title: 'A', content: `a\n\n${url}\n\nb` });
    expect(await site.render(post.content, post)).to.include(url);
    await site.embeds.settled();
    expect(await site.render(post.content, post))
      .to.include('<iframe title="first"')
      .and.not.include(url);
    expect(site.other.asked.slice(asked)).to.have.length(1);
    expect(site.other.asked.at(-1)).to.include('maxwidth=600').and.include('maxheight=900');
    expect(await meta.get('post', post.id, `_oembed_time_${keyOf(url)}`)).to.eql([String(NOW / 1000)]);
  });

  it('become it in a paragraph, an embed block, and the shortcode with its width', async () => {
    const post = await site.publish({ title: 'B', content: '-' });
    for (const [content, name] of [
      [`<p class="c">${video('p')}</p>`, 'p'],
      [
        `<!-- wp:embed {"url":"${video('b')}"} -->\n<figure><div>\n${video('b')}\n</div></figure>\n<!-- /wp:embed -->`,
        'b',
      ],
      [`[embed width="300"]${video('s')}[/embed]`, 's'],
    ] as const) {
      await site.render(content, post);
      await site.embeds.settled();
      expect(await site.render(content, post), content).to.include(`<iframe title="${name}"`);
    }
    expect(site.other.asked.at(-1)).to.include('maxwidth=300');
    const [key] = [embedKey(video('s'), { width: '300', height: 900 })];
    expect(await meta.get('post', post.id, `_oembed_${key}`)).to.have.length(1);
  });

  it('stay links where the provider has nothing, and are not asked for again by views', async () => {
    const url = video('none');
    site.answer = () => ({ status: 404, body: '{}' });
    const content = `[embed]${url}[/embed]`;
    const post = await site.publish({ title: 'C', content });
    await site.render(content, post);
    await site.embeds.settled();
    const asked = site.other.asked.length;
    for (let time = 0; time < 3; time++) {
      expect(await site.render(content, post)).to.include(`<a href="${url}">${url}</a>`);
      await site.embeds.settled();
    }
    expect(site.other.asked).to.have.length(asked);
    expect(await stored(post.id, url)).to.eql(['{{unknown}}']);
  });

  it('are fetched anew by a save when they are a day old, or had failed; a failure leaves what is there', async () => {
    const url = video('again');
    const post = await site.publish({ title: 'D', content: url });
    await site.embeds.settled();
    const save = async (title: string) => {
      const before = site.other.asked.length;
      await site.posts.update(post.id, { title });
      await site.embeds.settled();
      return site.other.asked.length - before;
    };
    const [markup] = await stored(post.id, url);
    expect(markup).to.include('<iframe');
    expect(await save('D2')).to.equal(0);
    site.now = NOW + 2 * DAY;
    // What the process remembers of the provider is a request of the editor's; another width asks anew.
    site.answer = () => ({ status: 500, body: '' });
    await site.posts.update(post.id, { content: `${url}&t=1` });
    await site.embeds.settled();
    expect(await stored(post.id, `${url}&t=1`)).to.eql(['{{unknown}}']);
    expect(await stored(post.id, url)).to.eql([markup]);
    site.answer = () => undefined;
    expect(await save('D3')).to.equal(1);
    expect((await stored(post.id, `${url}&t=1`))[0]).to.include('<iframe');
  });

  it('are not fetched when a draft is saved, and stay out of what others read', async () => {
    const asked = site.other.asked.length;
    const url = video('hidden');
    const draft = await site.posts.insert({ title: 'E', content: url, status: 'draft' });
    await site.embeds.settled();
    expect(site.other.asked).to.have.length(asked);
    await site.render(draft.content, draft);
    await site.embeds.settled();
    expect(await stored(draft.id, url)).to.have.length(1);
    expect((await site.get(`/cms/v2/posts/${draft.id}`, ANONYMOUS)).status).to.equal(401);
    const published = await site.publish({ title: 'E', content: `[embed]${video('else')}[/embed]` });
    expect((await site.get(`/cms/v2/posts/${published.id}`)).text)
      .to.not.include('_oembed_')
      .and.not.include('hidden');
  });

  it('of texts of no item are stored in items of a type of their own', async () => {
    const url = video('widget');
    expect(await site.render(url)).to.include(url);
    await site.embeds.settled();
    expect(await site.render(url)).to.include('<iframe title="widget"');
    const { posts } = await site.posts.query({ types: ['oembed_cache'], slugs: [keyOf(url)], perPage: 5 });
    expect(posts.map(({ content }) => content)).to.eql([
      frame('widget').replace('<iframe ', '<iframe title="widget" '),
    ]);
    site.answer = () => ({ body: '[]' });
    await site.render(video('nowhere'));
    await site.embeds.settled();
    expect(await site.render(video('nowhere'))).to.equal(`<p>${video('nowhere')}</p>\n`);
  });

  it('are stored without characters that a database cannot hold', async () => {
    const url = video('nul');
    site.answer = () => ({ body: JSON.stringify({ type: 'video', title: 'a\0b', html: `\0${frame('nul')}` }) });
    const post = await site.publish({ title: 'N', content: url });
    await site.embeds.settled();
    expect(await site.render(post.content, post)).to.include('/embed/nul"');
    site.answer = () => undefined;
  });

  it('that an export had stored are taken as they are, of whichever width, without a request', async () => {
    const [url, narrow] = [video('imported'), video('narrow')];
    const asked = site.other.asked.length;
    const post = await site.posts.insert({ title: 'F', content: '-', status: 'publish' });
    await meta.add('post', post.id, `_oembed_${keyOf(url)}`, frame('imported'));
    await meta.add('post', post.id, `_oembed_${keyOf(narrow, 525)}`, frame('narrow'));
    expect(await site.render(url, post)).to.include('src="https://www.youtube.com/embed/imported"');
    await site.render(narrow, post);
    await site.embeds.settled();
    expect(await site.render(narrow, post)).to.include('src="https://www.youtube.com/embed/narrow"');
    expect(site.other.asked).to.have.length(asked);
  });

  it('are cleaned each time they are shown, whatever a file or a provider says', async () => {
    const url = video('evil');
    const post = await site.posts.insert({ title: 'G', content: '-', status: 'publish' });
    const evil = `<script>alert(1)</script><img src=x onerror=alert(1)>${frame('ok')}<iframe src="https://evil.example/"></iframe>[gallery]<!-- wp:html -->`;
    await meta.add('post', post.id, `_oembed_${keyOf(url)}`, evil);
    const markup = await site.render(url, post);
    expect(markup)
      .to.include(frame('ok').slice(0, 30))
      .and.not.match(/script|onerror|evil\.example|\[gallery|wp:html/);
    const films = 'https://films.example/1';
    await site.render(films, post);
    await site.embeds.settled();
    expect(await site.render(films, post)).to.match(/<iframe sandbox="allow-scripts" security="restricted"/);
    await meta.add('post', post.id, `_oembed_${keyOf(video('script'))}`, '<script>alert(1)</script>');
    expect(await site.render(video('script'), post)).to.equal(`<p>${video('script')}</p>\n`);
  });

  it('of a hundred items of a list take as many statements as those of one', async () => {
    const items = [];
    for (let at = 0; at < 100; at++) {
      const url = video(`list${at}`);
      const item = await site.posts.insert({
        title: `L${at}`,
        content: `${url}\n\nhttp://localhost/?p=${at + 1}`,
        status: 'publish',
      });
      await meta.set('post', item.id, `_oembed_${keyOf(url)}`, frame(`list${at}`));
      items.push(item);
    }
    await site.embeds.settled();
    const counted = async (perPage: number) => {
      const before = site.database.statements.count;
      const { json } = await site.get(
        `/cms/v2/posts?per_page=${perPage}&search=L&_fields=id,content,excerpt&orderby=id`,
      );
      return { statements: site.database.statements.count - before, json };
    };
    await counted(1);
    const one = await counted(1);
    const all = await counted(100);
    expect(all.json).to.have.length(100);
    expect(all.json[0].content.rendered).to.include('<iframe');
    expect(all.statements).to.be.at.most(one.statements + 2);
  });
});

describe('embeds of other sites', () => {
  it('are left out where the site says so', async () => {
    const site = await buildEmbedSite(undefined, { oembed: { contents: false } });
    const post = await site.publish({ title: 'A', content: `${video('a')}\n\n[embed]${video('b')}[/embed]` });
    expect(await site.render(post.content, post))
      .to.include(video('a'))
      .and.include(`<a href="${video('b')}">`);
    await site.embeds.settled();
    expect(site.other.asked).to.eql([]);
    await site.close();
  });

  it('are not fetched by a process that serves nobody, as one that imports', async () => {
    const site = await buildEmbedSite(undefined, {}, [], false);
    const post = await site.publish({ title: 'A', content: video('a') });
    await site.render(post.content, post);
    await site.embeds.settled();
    expect(site.other.asked).to.eql([]);
    await site.close();
  });

  it('are fetched a few at a time, and no more wait than so many', async () => {
    const site = await buildEmbedSite();
    const content = Array.from({ length: 60 }, (_, at) => video(`v${at}`)).join('\n');
    const posts = await Promise.all(
      Array.from({ length: 6 }, (_, at) => site.posts.insert({ title: `P${at}`, content, status: 'draft' })),
    );
    for (const post of posts) await site.render(post.content, post);
    await site.embeds.settled();
    // Fifty of a text; of three hundred, two hundred and two were taken, each address asked for once.
    expect(site.other.asked.length).to.be.at.most(60);
    const meta = site.generation.services.get('spec', MetaStore);
    const found = await meta.load(
      'post',
      posts.map(({ id }) => id),
    );
    const count = [...found.values()].flatMap((values) =>
      [...values.keys()].filter((key) => /^_oembed_[0-9a-f]/.test(key)),
    );
    expect(count.length).to.equal(202);
    await site.close();
  });

  it('pass through the hooks of the field', async () => {
    const calls: string[] = [];
    const hooked = definePlugin({
      name: 'hooked',
      version: '1.0.0',
      description: 'Adjusts what is embedded.',
      requires: { oembed: '*' },
      capabilities: ['content:write', 'network'],
      setup({ hooks }) {
        hooks.filter('embed_defaults').tap('hooked', (size) => ({ ...size, width: 480 }));
        hooks.filter('pre_oembed_result').tapPromise('hooked', async (result, url) => {
          calls.push('pre_oembed_result');
          return url.endsWith('=own') ? frame('own') : result;
        });
        hooks.filter('oembed_dataparse').tap('hooked', (html, data) => {
          calls.push(`oembed_dataparse ${data.title}`);
          return html;
        });
        hooks.filter('oembed_result').tap('hooked', (html, _url, { width }) => `<p>${width}</p>${html}`);
        hooks.filter('oembed_ttl').tap('hooked', () => 0);
        hooks
          .filter('embed_oembed_html')
          .tap('hooked', (html, _url, _attr, id) => `<aside id="of-${id}">${html}</aside>`);
      },
    });
    const site = await buildEmbedSite(undefined, {}, [hooked]);
    const content = `${video('own')}\n\n${video('a')}`;
    const post = await site.publish({ title: 'A', content });
    await site.embeds.settled();
    const markup = await site.render(content, post);
    expect(markup).to.include(`<aside id="of-${post.id}">`).and.include('<p>480</p>').and.include('/embed/own');
    expect(calls).to.eql(['pre_oembed_result', 'pre_oembed_result', 'oembed_dataparse a']);
    await site.posts.update(post.id, { title: 'B' });
    await site.embeds.settled();
    expect(calls.filter((call) => call === 'pre_oembed_result')).to.have.length(4);
    await site.close();
  });
});
