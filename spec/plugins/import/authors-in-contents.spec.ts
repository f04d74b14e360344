import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { PostStore } from '../../../plugins/posts/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { runCommand } from '../../support/run-command.ts';

const CONTENT = (ann: number, bob: number) =>
  `<!-- wp:query {"query":{"author":"${ann}"}} --><!-- /wp:query -->
<!-- wp:query {"query":{"author":"${bob},${ann}, 99"}} --><!-- /wp:query -->
<!-- wp:avatar {"userId":${bob}} /-->
<!-- wp:latest-posts {"selectedAuthor":${ann},"categories":[]} /-->
<!-- wp:query {"query":{"author":99}} --><!-- /wp:query -->`;

const author = (id: number, login: string) =>
  `<wp:author><wp:author_id>${id}</wp:author_id><wp:author_login>${login}</wp:author_login>` +
  `<wp:author_email>${login}@example.org</wp:author_email></wp:author>`;

describe('the authors that blocks of an import name', () => {
  let site: FullSite;
  let folder: string;

  before(async () => {
    site = await buildFullSite({ without: ['default-content'] });
    folder = await mkdtemp(join(tmpdir(), 'tappet-authors-'));
  });
  after(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  it('are those that they are here; the numbers of others stay', async () => {
    const source = join(folder, 'authors.xml');
    // Both numbers are taken here, by users who are others.
    await writeFile(
      source,
      `<rss xmlns:wp="w" xmlns:content="c"><channel><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_blog_url>https://authors.example</wp:base_blog_url>${author(1, 'ann')}${author(2, 'bob')}
<item><title>Named</title><wp:post_id>700</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>
<content:encoded><![CDATA[${CONTENT(1, 2)}]]></content:encoded></item></channel></rss>`,
    );
    await runCommand(site.generation, 'import', { source }, { authors: 'create' });
    const users = await Promise.all(
      ['ann', 'bob'].map((login) => site.generation.services.get('spec', UserStore).byLogin(login)),
    );
    const [ann, bob] = users.map((user) => user!.id);
    expect([ann, bob]).to.not.include(1).and.not.include(2);
    const post = await site.generation.services.get('spec', PostStore).byId(700);
    expect(post!.content).to.equal(CONTENT(ann!, bob!));
  });
});
