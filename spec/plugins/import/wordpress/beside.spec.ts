import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createHost, type Host } from '../../../../host/index.ts';
import { CommandLine, type CommandOutcome } from '../../../support/command-line.ts';
import { describeBesideWordPress } from '../../../support/wordpress/described.ts';

describeBesideWordPress('tappet import --wordpress', { themeData: true, posts: 5 }, (wordpress) => {
  let folder: string;
  let outcome: CommandOutcome;
  let host: Host;
  let url: string;

  before(async function () {
    this.timeout(60_000);
    folder = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
    const line = new CommandLine(folder);
    outcome = await line.run('import', `--wordpress=${wordpress().path}`, '--database=sqlite:./copy.db');
    host = await createHost({
      brand: 'wp',
      database: `sqlite:${join(folder, 'copy.db')}`,
      url: wordpress().url,
      logLevel: 'silent',
      options: { media: { folder: join(folder, 'data/uploads') } },
    });
    url = await host.listen(0, '127.0.0.1');
  });
  after(async () => {
    await host?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const list = async (base: string, path: string) => {
    const answer = await fetch(`${base}/wp-json/wp/v2/${path}`, {
      headers: { authorization: wordpress().authorization('admin') },
    });
    const found = (await answer.json()) as { id: number }[];
    return found.sort((one, other) => one.id - other.id);
  };

  it('reads wp-config.php, and copies every table and file', () => {
    expect(outcome, outcome.err).to.include({ code: 0 });
    expect(outcome.out).to.include('Success: every table is as in the source.');
    expect(outcome.out).to.match(/[1-9]\d* files were copied, 0 were there\./);
  });

  for (const [path, fields] of [
    ['posts', 'date_gmt,slug,title.raw,content.raw,author,sticky,tags'],
    ['pages', 'slug,parent,menu_order,template'],
    ['comments', 'post,parent,author_name,content'],
    ['media', 'source_url,media_details'],
    ['categories', 'name,parent,count'],
    ['users', 'username,roles,registered_date'],
    ['menu-items', 'parent,object_id,menus'],
  ]) {
    it(`gives the same ${path}, to a user who signs in by a password of PHP`, async () => {
      const query = `${path}?context=edit&per_page=100&_fields=id,${fields}`;
      const [theirs, ours] = [await list(wordpress().url, query), await list(url, query)];
      expect(theirs).to.not.have.lengthOf(0);
      expect(ours).to.eql(theirs);
    });
  }
});
