import { expect } from 'chai';
import { hookTrace } from '../../host/cli/hook-trace.ts';
import { createHost, type Host } from '../../host/index.ts';
import { runCommand, runDefinition } from '../support/run-command.ts';

const shout = (response: { data: { slug: string } }): void => {
  response.data.slug += '!';
};

describe('tappet hook trace', () => {
  let host: Host;
  before(async () => {
    host = await createHost({
      database: 'sqlite::memory:',
      options: { passwords: { cost: 10 } },
      logLevel: 'silent',
      hooks: {
        rest_prepare_post: { shout },
      },
    });
    await runCommand(
      host.generation,
      'user create',
      { login: 'boss', email: 'boss@example.org' },
      { role: 'administrator' },
    );
    for (const title of ['One', 'Two']) {
      await run(['POST', '/cms/v2/posts'], { user: 'boss', body: JSON.stringify({ title, status: 'publish' }) });
    }
  });
  after(() => host.close());

  const run = async (words: string[], flags: Record<string, string | boolean> = {}): Promise<string[]> => {
    const [method, path] = words;
    const args = { ...(method === undefined ? {} : { method }), ...(path === undefined ? {} : { path }) };
    return runDefinition(hookTrace(host), host.generation, args, flags);
  };
  const json = async (words: string[], flags: Record<string, string | boolean> = {}) =>
    JSON.parse((await run(words, { ...flags, format: 'json' })).join('\n'));
  const failure = async (...given: Parameters<typeof run>): Promise<string> => {
    try {
      await run(...given);
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('it did not fail');
  };

  it('prints each hook in order, each tap with its plugin, what it changed and how long it took', async () => {
    const text = (await run(['GET', '/cms/v2/posts?per_page=1'])).join('\n');
    expect(text).to.match(/^GET \/cms\/v2\/posts answered 200 in \d+\.\d\d ms\n/);
    const order = ['rest_serve_request', 'callback /cms/v2/posts of posts', 'rest_prepare_post', 'rest_post_dispatch'];
    const places = order.map((word) => text.indexOf(word));
    expect(places.every((place) => place > 0)).to.equal(true);
    expect(places).to.deep.equal([...places].sort((a, b) => a - b));
    expect(text).to.match(/\n +\d+\.\d\d +rest_prepare_post\n +\d+\.\d\d +configuration:shout\n/);
    expect(text).to.include('~ response.data.slug: "two" -> "two!"');
    expect(text).to.match(/\n\d+ SQL statements in \d+\.\d\d ms\n +\d+\.\d\d {2}posts in \/cms\/v2\/posts: select/);
  });

  it('is JSON with the timeline and the statements', async () => {
    const told = await json(['GET', '/cms-json/cms/v2/posts']);
    expect(told).to.include({ request: 'GET /cms/v2/posts', status: 200 });
    const taps = told.timeline.filter(({ name }: { name: string }) => name === 'shout');
    expect(taps).to.have.lengthOf(2);
    expect(taps[0].changes[0]).to.include({ path: 'response.data.slug', before: '"two"', after: '"two!"' });
    expect(told.sql.count).to.equal(told.sql.statements.length);
    expect(told.sql.count).to.be.greaterThan(0);
  });

  it('makes the request as the user of a login or an id, and otherwise anonymously', async () => {
    const { data } = await host.dispatch('/cms/v2/users/me', { user: 1 });
    expect((await json(['GET', '/cms/v2/users/me'])).status).to.equal(401);
    expect((await json(['GET', '/cms/v2/users/me'], { user: 'boss' })).status).to.equal(200);
    expect((await json(['GET', '/cms/v2/users/me'], { user: String((data as { id: number }).id) })).status).to.equal(
      200,
    );
  });

  it('accepts a body, and makes a GET when there is no method', async () => {
    const made = await json(['post', '/cms/v2/tags'], { user: 'boss', body: '{"name":"traced"}' });
    expect(made.status).to.equal(201);
    expect((await json(['/cms/v2/tags?search=traced'])).request).to.equal('GET /cms/v2/tags');
    expect((await host.dispatch('/cms/v2/tags?search=traced')).data).to.have.lengthOf(1);
  });

  it('reports wrong arguments in one line', async () => {
    expect(await failure(['GET'])).to.equal(
      'a request is a method and a path that begins with a slash: tappet hook trace GET /cms/v2/posts',
    );
    expect(await failure(['GET', 'posts'])).to.include('a path that begins with a slash');
    expect(await failure(['GET', '/'], { user: 'nobody-of-this-name' })).to.include(
      'there is no user "nobody-of-this-',
    );
    expect(await failure(['POST', '/'], { body: '{' })).to.match(/^--body is not JSON: /);
    expect(await failure(['GET', '/'], { format: 'xml' })).to.equal('there is no format "xml"; choose table or json');
  });

  it('traces a request that is refused, too', async () => {
    const told = await json(['GET', '/cms/v2/nothing']);
    expect(told.status).to.equal(404);
    expect(told.timeline.find(({ kind }: { kind: string }) => kind === 'request')).to.include({
      outcome: 'refused',
      reason: 'rest_no_route',
    });
  });
});
