import { expect } from 'chai';
import { RequestContext, RestRequest, UserLoader } from '../../../core/index.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';
import { ResponseCache } from '../../../plugins/response-cache/index.ts';
import { ThemeSite } from '../theme/theme-site.ts';

interface Link {
  readonly token: string;
  readonly link: string;
  readonly href: string;
  readonly expires_gmt: string;
}

describe('a preview link', () => {
  let site: ThemeSite;
  let draft: number;
  let other: number;
  let link: Link;
  let offset = 0;
  const API = '/cms-json/cms/v2';

  before(async () => {
    site = await ThemeSite.start({ options: { options: { now: () => Date.now() + offset } } });
    for (const role of ['editor', 'author', 'contributor']) {
      await site.users.create({ login: role, email: `${role}@example.org`, roles: [role] });
    }
    const image = await site.posts.insert({
      type: 'attachment',
      status: 'inherit',
      title: 'File of the draft',
      mimeType: 'image/png',
    });
    draft = (
      await site.posts.insert({ type: 'post', status: 'draft', title: 'Draft', content: 'Draft words', name: 'draft' })
    ).id;
    await site.posts.update(image.id, { parent: draft });
    other = (await site.posts.insert({ type: 'post', status: 'draft', title: 'Other', content: 'Other words' })).id;
    await site.comments.insert({ post: draft, content: 'Said on it', authorName: 'A', approved: '1' });
  });
  after(() => site.close());

  const dispatch = async (method: string, path: string, role: string | undefined, body: object = {}) => {
    const user =
      role === undefined ? undefined : (await site.service(UserLoader).load((await site.users.byLogin(role))!.id))!;
    const context = new RequestContext(user === undefined ? {} : { user });
    return site.host.dispatch(new RestRequest(method, `/cms/v2${path}`, { form: body, context }));
  };
  const make = async (id: number, body: object = {}, type = 'posts'): Promise<Link> => {
    const { status, data } = await dispatch('POST', `/${type}/${id}/preview-link`, 'editor', body);
    expect(status).to.equal(200);
    return data as Link;
  };
  const ask = async (path: string, token?: string, init: RequestInit = {}) => {
    const proof = token === undefined ? '' : `${path.includes('?') ? '&' : '?'}_preview_token=${token}`;
    const answer = await fetch(site.url + API + path + proof, init);
    const text = await answer.text();
    return { status: answer.status, text, json: text === '' ? undefined : JSON.parse(text), headers: answer.headers };
  };

  beforeEach(async () => {
    link = await make(draft);
  });
  afterEach(() => {
    offset = 0;
  });

  it('opens its draft to every visitor who has it, and to no other', async () => {
    expect((await ask(`/posts/${draft}`)).status).to.equal(401);
    const { status, json } = await ask(`/posts/${draft}`, link.token);
    expect(status).to.equal(200);
    expect(json).to.deep.include({ id: draft, status: 'draft' });
    expect(json.content.rendered).to.include('Draft words');
    expect(json).to.not.have.any.keys('password', 'generated_slug', 'permalink_template');
    const { status: byAddress } = await fetch(link.href);
    expect(byAddress).to.equal(200);
    expect((await ask(`/posts/${draft}`, link.token, { method: 'HEAD' })).status).to.equal(200);
  });

  it('is made by who may edit the item alone', async () => {
    for (const [role, status] of [
      [undefined, 401],
      ['contributor', 403],
      ['author', 403],
      ['editor', 200],
    ] as const) {
      expect((await dispatch('POST', `/posts/${draft}/preview-link`, role)).status, role).to.equal(status);
      const revoked = (await dispatch('DELETE', `/posts/${draft}/preview-link`, role)).status;
      expect(revoked, role).to.equal(role === 'editor' ? 200 : status);
    }
    const { id: author } = (await site.users.byLogin('contributor'))!;
    const own = await site.posts.insert({ type: 'post', status: 'draft', title: 'Own', author });
    expect((await dispatch('POST', `/posts/${own.id}/preview-link`, 'contributor')).status).to.equal(200);
    expect((await dispatch('POST', '/posts/999999/preview-link', 'editor')).status).to.equal(404);
  });

  it('opens it for its time and not longer', async () => {
    const short = await make(draft, { expires_in: 60 });
    expect(Date.parse(`${short.expires_gmt}Z`)).to.be.closeTo(Date.now() + 60_000, 5000);
    expect((await ask(`/posts/${draft}`, short.token)).status).to.equal(200);
    offset = 61_000;
    expect((await ask(`/posts/${draft}`, short.token)).status).to.equal(401);
    expect((await ask(`/posts/${draft}`, link.token)).status).to.equal(200);
    offset = 3 * 86_400_000;
    expect((await ask(`/posts/${draft}`, link.token)).status).to.equal(401);
  });

  it('has a time between a minute and thirty days', async () => {
    for (const expires_in of [59, 0, -1, 2_592_001, 'soon']) {
      const { status, data } = await dispatch('POST', `/posts/${draft}/preview-link`, 'editor', { expires_in });
      expect([status, (data as { code: string }).code]).to.eql([400, 'rest_invalid_param']);
    }
  });

  it('opens nothing when any part of it was changed', async () => {
    const [id, expires, signature] = link.token.split('-') as [string, string, string];
    const flipped = signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    const tampered = [
      `${id}-${Number(expires) + 1}-${signature}`,
      `${id}-${expires}-${flipped}`,
      `${id}-${expires}-${signature.toUpperCase()}`,
      `0${id}-${expires}-${signature}`,
      `${id}-${expires}-${signature.slice(1)}`,
      `${id}-${expires}-`,
      `${id}-${expires}-${'0'.repeat(64)}`,
      'x',
      '',
    ];
    for (const token of tampered) expect((await ask(`/posts/${draft}`, token)).status, token).to.equal(401);
    const many = await ask(`/posts/${draft}?_preview_token[]=${link.token}`);
    expect(many.status).to.equal(401);
    // In the name of another item.
    const swapped = `${other}-${expires}-${signature}`;
    expect((await ask(`/posts/${other}`, swapped)).status).to.equal(401);
  });

  it('opens no other item, by whatever name', async () => {
    expect((await ask(`/posts/${other}`, link.token)).status).to.equal(401);
    const page = await site.posts.insert({ type: 'page', status: 'draft', title: 'Page' });
    expect((await ask(`/pages/${page.id}`, link.token)).status).to.equal(401);
    // A parameter of the query overrides that of the path.
    expect((await ask(`/posts/${draft}?id=${other}`, link.token)).status).to.equal(401);
    expect((await ask(`/posts/${other}?id=${draft}`, link.token)).status).to.equal(401);
    expect((await ask(`/pages/${draft}`, link.token)).status).to.equal(404);
  });

  it('opens neither lists nor what belongs to the item', async () => {
    await site.posts.update(draft, { content: 'Draft words' });
    const closed = [
      `/posts?include=${draft}`,
      `/posts?slug=draft`,
      `/search?search=Draft`,
      `/media?parent=${draft}`,
      `/categories?post=${draft}`,
    ];
    for (const path of closed) {
      const { text } = await ask(path, link.token);
      expect(text, path).to.not.include('Draft words').and.not.include('File of the draft');
    }
    for (const path of [`/posts?status=draft`, `/posts?status=any&include=${draft}`]) {
      expect((await ask(path, link.token)).status, path).to.equal(400);
    }
    for (const path of [`/posts/${draft}/revisions`, `/posts/${draft}/autosaves`, `/comments?post=${draft}`]) {
      expect((await ask(path, link.token)).status, path).to.equal(401);
    }
  });

  it('opens nothing that is embedded', async () => {
    const above = await site.posts.insert({ type: 'page', status: 'draft', title: 'Above' });
    const below = await site.posts.insert({ type: 'page', status: 'draft', title: 'Below', parent: above.id });
    const { token } = await make(below.id, {}, 'pages');
    const { status, text, json } = await ask(`/pages/${below.id}?_embed`, token);
    expect(status).to.equal(200);
    expect(text).to.not.include('Above');
    expect(json._embedded.up[0].code).to.equal('rest_forbidden');
    expect((await ask(`/posts/${draft}?_embed`, link.token)).text)
      .to.not.include('Said on it')
      .and.not.include('File of');
  });

  it('opens no edit context, and changes nothing', async () => {
    const { status, json } = await ask(`/posts/${draft}?context=edit`, link.token);
    expect([status, json.code]).to.eql([401, 'rest_forbidden_context']);
    const headers = { 'Content-Type': 'application/json' };
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const init = { method, headers, body: '{"title":"Taken"}' };
      expect((await ask(`/posts/${draft}`, link.token, init)).status, method).to.equal(401);
    }
    expect((await ask(`/posts/${draft}`, link.token)).headers.get('allow') ?? '').to.not.include('P');
  });

  it('is over once it is revoked, and another is none of it', async () => {
    expect((await dispatch('DELETE', `/posts/${draft}/preview-link`, 'editor')).data).to.eql({ deleted: true });
    expect((await ask(`/posts/${draft}`, link.token)).status).to.equal(401);
    const next = await make(draft);
    expect((await ask(`/posts/${draft}`, link.token)).status).to.equal(401);
    expect((await ask(`/posts/${draft}`, next.token)).status).to.equal(200);
  });

  it('is over once its item is in the trash, also when that is out again', async () => {
    const { id } = await site.posts.insert({ type: 'post', status: 'draft', title: 'Thrown', content: 'Away' });
    const { token } = await make(id);
    await site.posts.trash(id);
    expect((await ask(`/posts/${id}`, token)).status).to.equal(401);
    const { status, data } = await dispatch('POST', `/posts/${id}/preview-link`, 'editor');
    expect([status, (data as { code: string }).code]).to.eql([410, 'rest_already_trashed']);
    await site.posts.untrash(id);
    expect((await ask(`/posts/${id}`, token)).status).to.equal(401);
    await site.posts.delete(id);
    expect((await ask(`/posts/${id}`, token)).status).to.equal(404);
  });

  it('shows the newest autosave', async () => {
    const { id } = await site.publish({ title: 'Public', content: 'As it is' });
    const { token } = await make(id);
    await site.autosave({ id }, { title: 'Next', content: 'As it will be' });
    const shown = await ask(`/posts/${id}`, token);
    expect(shown.json.content.rendered).to.include('As it will be');
    expect(shown.json.title.rendered).to.equal('Next');
    const { json } = await ask(`/posts/${id}`);
    expect(json.content.rendered).to.include('As it is');
  });

  for (const [date, when, shown] of [
    ['2026-01-02 03:04:04', 'not one stored before the item was', 'As it is'],
    ['2026-01-02 03:04:05', 'one stored in the same second too', 'As it will be'],
  ] as const) {
    it(`shows the newest autosave, ${when}`, async () => {
      const post = await site.publish({ title: 'Timed', content: 'As it is' });
      await site.autosave(post, { title: 'Timed', content: 'As it will be', date });
      const { token } = await make(post.id);
      expect((await ask(`/posts/${post.id}`, token)).json.content.rendered).to.include(shown);
    });
  }

  it('leaves the password of an item in force', async () => {
    const { id } = await site.posts.insert({
      type: 'post',
      status: 'draft',
      title: 'Locked',
      content: 'Behind',
      password: 'rope',
    });
    const { token } = await make(id);
    expect((await ask(`/posts/${id}`, token)).json.content).to.include({ rendered: '', protected: true });
    expect((await ask(`/posts/${id}?password=rope`, token)).json.content.rendered).to.include('Behind');
  });

  it('puts nothing into the cache of answers', async () => {
    const { stored } = site.service(ResponseCache).figures;
    for (let time = 0; time < 3; time++) {
      const { status, headers } = await ask(`/posts/${draft}`, link.token);
      expect(status).to.equal(200);
      expect(headers.get('etag')).to.equal(null);
      expect(headers.get('cache-control')).to.equal('private, no-store');
      expect((await ask(`/posts/${draft}`)).status).to.equal(401);
      await fetch(link.link);
    }
    expect(site.service(ResponseCache).figures.stored).to.equal(stored);
  });

  it('opens the page of the site, which says that it is a preview', async () => {
    const visitor = site.visitor();
    const { status, text, headers } = await visitor.ask(link.link.replace(site.url, ''));
    expect(status).to.equal(200);
    expect(text).to.include('Draft words').and.include('This is a preview.').and.include('content="noindex"');
    expect(text).to.not.include('Said on it').and.not.include('rel="canonical"');
    expect(headers.get('cache-control')).to.equal('private, no-store');
    expect((await visitor.ask(`/?p=${other}&preview=true&_preview_token=${link.token}`)).status).to.equal(404);
    expect((await visitor.ask(`/?p=${draft}&preview=true`)).status).to.equal(404);
    expect((await visitor.ask(`/?_preview_token=${link.token}`)).text).to.not.include('Draft');
  });

  it('is signed by the keys of its site, and none other holds', async () => {
    const elsewhere = await ThemeSite.start();
    const { id } = await elsewhere.posts.insert({ type: 'post', status: 'draft', title: 'Elsewhere', importId: draft });
    expect(id).to.equal(draft);
    const key = (await site.service(MetaStore).get('post', draft, '_preview_key'))[0];
    await elsewhere.service(MetaStore).set('post', draft, '_preview_key', key);
    const { status } = await fetch(`${elsewhere.url}${API}/posts/${draft}?_preview_token=${link.token}`);
    expect(status).to.equal(401);
    await elsewhere.close();
  });

  it('never shows its key', async () => {
    await site.posts.update(draft, { status: 'publish' });
    const { text } = await ask(`/posts/${draft}`);
    const edit = await dispatch('GET', `/posts/${draft}`, 'editor', {});
    await site.posts.update(draft, { status: 'draft' });
    for (const shown of [text, JSON.stringify(edit.data)]) expect(shown).to.not.include('_preview_key');
  });
});
