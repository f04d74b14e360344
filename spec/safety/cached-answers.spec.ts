import { expect } from 'chai';
import fc from 'fast-check';
import { byHeader } from '../plugins/response-cache/by-header.ts';
import { API, CachedSite, type Wire, wire } from '../plugins/response-cache/cached-site.ts';
import { describeOnDatabases } from '../support/on-databases.ts';
import { isExhaustive } from '../support/sample.ts';

/** The paths that reading clients request. */
const PATHS = [
  '/cms-json/',
  `${API}/posts`,
  `${API}/posts?_embed`,
  `${API}/posts?per_page=2&page=2&_fields=id,title,_links`,
  `${API}/posts?categories=1`,
  `${API}/posts?search=word`,
  `${API}/posts?sticky=true`,
  `${API}/posts/{post}`,
  `${API}/posts/{post}?_embed&_envelope`,
  `${API}/pages`,
  `${API}/comments?_embed`,
  `${API}/comments?post={post}`,
  `${API}/categories?hide_empty=true`,
  `${API}/tags?post={post}`,
  `${API}/users`,
  `${API}/search?search=word`,
  `${API}/types`,
  `${API}/statuses`,
];

const TITLES = ['word', 'Wörter & more', '<b>bold</b>', ''];

/** What a step does: reads, writes in one of the ways in which a site is written, or reloads. */
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      path: fc.constantFrom(...PATHS),
      at: fc.nat(9),
      method: fc.constantFrom('GET', 'HEAD'),
      origin: fc.constantFrom(undefined, 'https://one.example'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      what: fc.nat(99),
      at: fc.nat(9),
      text: fc.constantFrom(...TITLES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reload' as const) }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A site with what its random writes need to know. */
class Subject {
  readonly site: CachedSite;
  readonly admin: number;
  readonly posts: number[] = [];

  constructor(site: CachedSite, admin: number) {
    this.site = site;
    this.admin = admin;
  }

  post = (at: number): number => this.posts[at % this.posts.length]!;

  /** Writes by the interface, as an administrator. */
  async send(method: string, path: string, data: object = {}): Promise<Wire> {
    const body = JSON.stringify(data);
    // Node.js does not send the length of a body of DELETE by itself.
    const length = String(Buffer.byteLength(body));
    const headers = { 'X-Spec-User': String(this.admin), 'Content-Type': 'application/json', 'Content-Length': length };
    const answer = await wire(`${this.site.url}${API}${path}`, headers, method, body);
    expect(answer.status, `${method} ${path}: ${answer.body}`).to.be.oneOf([200, 201, 400, 403, 404, 409, 410]);
    if (path === '/posts' && answer.status === 201) this.posts.push(JSON.parse(answer.body).id);
    return answer;
  }

  /** All the ways in which something is written; by the interface, and past it. */
  async write(what: number, at: number, text: string): Promise<void> {
    const { site } = this;
    const post = this.post(at);
    const title = `${text} ${at}`;
    const ways: (() => Promise<unknown>)[] = [
      () =>
        this.send('POST', '/posts', { title, content: `<p>${text}</p>[gallery]`, status: 'publish', categories: [1] }),
      () =>
        this.send('POST', `/posts/${post}`, {
          title,
          status: at % 3 === 0 ? 'draft' : 'publish',
          sticky: at % 2 === 0,
        }),
      () => this.send('DELETE', `/posts/${post}`),
      () => this.send('POST', '/comments', { post, content: title, author_name: 'A', author_email: 'a@example.org' }),
      () => this.send('POST', '/categories', { name: `${text}${at}${Math.random()}`, parent: 0 }),
      () => this.send('POST', '/categories/1', { name: `${title} category` }),
      () => this.send('POST', '/tags', { name: `${text}${at}${Math.random()}` }),
      () => this.send('POST', `/users/${this.admin}`, { name: `${title} user`, description: text }),
      () => this.send('POST', '/settings', { title, posts_per_page: 1 + at }),
      () => this.send('POST', '/pages', { title, status: 'publish', content: text }),
      () => site.posts.update(post, { content: `<p>${title}</p>`, excerpt: text }).catch(() => undefined),
      () => site.meta.set('post', post, '_thumbnail_id', String(at)),
      () => site.meta.set('user', this.admin, 'description', title),
      () => site.terms.setObjectTerms(post, 'category', [1]),
      () => site.options.set('blogdescription', title),
      () => site.options.set('timezone_string', at % 2 === 0 ? 'Europe/Berlin' : 'UTC'),
      () => site.options.set('permalink_structure', at % 2 === 0 ? '/%postname%/' : '/%year%/%postname%/'),
      () => site.comments.insert({ post, content: title }),
      () => site.posts.insert({ title, type: 'page', status: 'publish' }),
    ];
    await ways[what % ways.length]!();
  }

  /** Expects the answer, which may be a cached one, to be byte for byte the one that is made anew, twice. */
  async read(path: string, at: number, method: string, origin: string | undefined): Promise<void> {
    const { site } = this;
    const address = path.replace('{post}', String(this.post(at)));
    const headers: Record<string, string> = origin === undefined ? {} : { Origin: origin };
    const answers = [await site.get(address, headers, method), await site.get(address, headers, method)];
    const { tag: _none, ...fresh } = await site.fresh(address, headers, method);
    for (const { tag, ...answer } of answers) expect(answer, `${method} ${address}`).to.deep.equal(fresh);
    // An answer that was made while something else was done may have none.
    const [tag, another] = answers.flatMap((answer) => answer.tag ?? []);
    if (another !== undefined) expect(another).to.equal(tag);
    if (tag === undefined) return;
    expect((await site.get(address, { ...headers, 'If-None-Match': tag }, method)).status).to.equal(304);
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'read') await this.read(step.path, step.at, step.method, step.origin);
    else if (step.kind === 'write') await this.write(step.what, step.at, step.text);
    else await this.site.host.reload();
  }
}

describeOnDatabases('cached answers', (freshDatabase) => {
  let subject: Subject;
  before(async () => {
    const site = await CachedSite.start({ database: await freshDatabase({ again: true }), plugins: [byHeader] });
    const admin = await site.users.create({ login: 'boss', email: 'boss@example.org', roles: ['administrator'] });
    subject = new Subject(site, admin.id);
    for (let number = 0; number < 5; number++) {
      await subject.send('POST', '/posts', { title: `word ${number}`, content: 'word', status: 'publish' });
    }
  });
  after(() => subject.site.close());

  it('equal answers that are made anew, whatever is written, read and reloaded in whatever order', async function () {
    this.timeout(300_000);
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      const asked: Step[] = [];
      for (const each of steps) {
        await subject.take(each);
        if (each.kind === 'read') asked.push(each);
        else for (const earlier of asked.slice(-6)) await subject.take(earlier);
      }
    });
    await fc.assert(property, { numRuns: isExhaustive ? 10 : 4, endOnFailure: true });
    // A reload resets the figures.
    await subject.site.get(`${API}/types`);
    expect(await subject.site.becomesCached(`${API}/types`)).to.equal(true);
  });

  it('equal answers that are made anew once simultaneous writes are acknowledged', async function () {
    this.timeout(300_000);
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      const { site } = subject;
      const underway = steps.map(async (each) => {
        if (each.kind !== 'read') return subject.take(each);
        const address = each.path.replace('{post}', String(subject.post(each.at)));
        await Promise.all([site.get(address), site.get(address), site.get(address)]);
        return undefined;
      });
      await Promise.all(underway);
      const paths = steps.flatMap((each) => (each.kind === 'read' ? [each] : []));
      for (const { path, at, method, origin } of paths) await subject.read(path, at, method, origin);
    });
    await fc.assert(property, { numRuns: isExhaustive ? 8 : 3, endOnFailure: true });
  });
});
