import { expect } from 'chai';
import { createHost, type Host, type HostSettings } from '../../../host/index.ts';
import { type ForeignSite, makeForeignSite, requestAs, settingsOn } from '../../support/foreign-site.ts';
import { describeOnMysql } from '../../support/on-databases.ts';

/** Requests of all kinds that read what derived tables are for, and more. */
const READS = [
  'posts',
  'posts?per_page=2&page=2',
  'posts?after=2026-01-15T00:00:00&before=2026-05-01T00:00:00',
  'posts?categories=2&orderby=title',
  'posts?categories_exclude=2&order=asc',
  'posts?search=cafe',
  'posts?author=1&per_page=1',
  'posts?offset=3',
  'categories?hide_empty=true',
  'comments?per_page=2',
  'comments?post=1&order=asc',
  'users',
  'search?search=post',
  'settings',
  'themes',
  'types',
];

describeOnMysql('a site that another program made', (freshDatabase) => {
  let address: string;
  let site: ForeignSite;
  let host: Host | undefined;

  before(async function () {
    this.timeout(120_000);
    address = await freshDatabase();
    site = await makeForeignSite(address);
  });
  after(() => site?.close());
  afterEach(async () => {
    await host?.close();
    host = undefined;
  });

  /** Serves the site, and answers with what its start says. */
  async function serve(settings: HostSettings = {}): Promise<string[]> {
    host = await createHost({ ...settingsOn(address), port: 0, ...settings });
    const lines: string[] = [];
    await host.generation.server.hooks.action('host_listening').promise('', (line: string) => void lines.push(line));
    return lines;
  }
  const request = (method: string, path: string, body?: object) => requestAs(host!, 1, method, path, body);
  const counts = async () =>
    Promise.all(
      READS.map(async (path) => {
        const { status, data, headers } = await request('GET', path);
        const ids = Array.isArray(data) ? data.map(({ id }) => id) : Object.keys(data);
        return [path, status, headers['X-WP-Total'] ?? null, ids];
      }),
    );

  describe('served as it is', () => {
    it('says at the start that nothing of it is changed, and where is what is ours', async () => {
      const lines = await serve();
      expect(lines.join('\n')).to.match(/read-only: nothing of it is changed; --write/);
      expect(lines.join('\n')).to.include('What is ours is in sqlite::memory:');
    });

    it('stays as it was, whatever is asked, and answers as with derived tables', async () => {
      const before = await site.state();
      await serve();
      const without = await counts();
      expect(without.filter(([, status]) => status !== 200)).to.eql([]);
      const refused = [
        await request('POST', 'posts', { title: 'New' }),
        await request('POST', 'posts/1', { title: 'Other' }),
        await request('DELETE', 'posts/1', {}),
        await request('POST', 'settings', { title: 'Other' }),
        await request('POST', 'users/1/application-passwords', { name: 'app' }),
        await request('POST', 'comments', { post: 1, content: 'New' }),
      ];
      expect(refused.map(({ status, data }) => [status, data.code])).to.eql(refused.map(() => [403, 'rest_read_only']));
      await host!.close();
      expect(await site.state()).to.eql(before);

      await serve({ derive: true } as HostSettings);
      expect(await counts()).to.eql(without);
    });
  });
});
