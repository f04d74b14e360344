import { expect } from 'chai';
import { definePlugin, type RestResponse } from '../../../core/index.ts';
import type { Post } from '../../../plugins/posts/index.ts';
import { type CommentSite, openCommentSite } from './comment-site.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

const openToAll = definePlugin({
  name: 'open-to-all',
  version: '0.1.0',
  description: 'Lets visitors comment.',
  requires: { comments: '*' },
  setup({ hooks }) {
    hooks.filter('rest_allow_anonymous_comments').tap('open-to-all', () => true);
    hooks.filter('allow_empty_comment').tap('open-to-all', (_, { authorName }) => authorName === 'Wordless');
  },
});

describe('a new comment', () => {
  let site: CommentSite;
  let post: Post;
  let serial = 0;

  before(async () => {
    site = await openCommentSite({ plugins: [openToAll] });
    post = await site.addPost({ author: site.users.author!.user.id });
  });
  after(() => site.generation.dispose());
  beforeEach(() => {
    // Comments of one spec do not count as a flood in the next.
    site.clock.now += 60 * SECOND;
  });

  const guest = () => ({ author_name: `Guest ${++serial}`, author_email: `guest${serial}@example.org` });
  const comment = (body: Record<string, unknown>, as?: string) =>
    site.send('POST', '/comments', { as, body: { post: post.id, content: `Said ${++serial}`, ...body } });
  const codeOf = ({ data }: RestResponse) => (data as { code?: string }).code;
  const statusOf = async (body: Record<string, unknown>, as?: string) => {
    const { id } = (await comment(body, as)).data as { id: number };
    return (await site.comments.byId(id))?.approved;
  };
  const withOptions = async (values: Record<string, unknown>, work: () => Promise<unknown>) => {
    const before = Object.keys(values).map((name) => [name, site.options.get<unknown>(name, '')] as const);
    for (const [name, value] of Object.entries(values)) await site.options.set(name, value);
    try {
      await work();
    } finally {
      for (const [name, value] of before) await site.options.set(name, value);
    }
  };

  it('of a visitor is held, and shows neither its text as stored nor an address', async () => {
    const response = await comment(guest());
    expect(response.status).to.equal(201);
    expect(response.data).to.include({ status: 'hold', author: 0 });
    expect(response.data).to.not.have.any.keys('author_email', 'author_ip', 'author_user_agent');
    expect((response.data as { content: object }).content).to.have.all.keys('rendered');
  });

  it('of a visitor whose comments were approved is approved', async () => {
    const who = guest();
    const first = (await comment(who)).data as { id: number };
    await site.comments.setStatus(first.id, '1');
    site.clock.now += 60 * SECOND;
    expect(await statusOf({ ...who, author_name: 'Another name' })).to.equal('0');
    site.clock.now += 60 * SECOND;
    expect(await statusOf({ ...who, author_email: who.author_email.toUpperCase() })).to.equal('1');
  });

  it('of a moderator, or of the author of the item, is approved', async () => {
    expect(await statusOf({}, 'editor')).to.equal('1');
    expect(await statusOf({}, 'author')).to.equal('1');
    expect(await statusOf({}, 'contributor')).to.equal('0');
  });

  it('remembers where it came from', async () => {
    const { id } = (await comment(guest())).data as { id: number };
    expect(await site.comments.byId(id)).to.include({ authorIp: '192.0.2.7', authorUserAgent: 'spec' });
  });

  it('needs name and email address while the option require_name_email says so', async () => {
    expect(codeOf(await comment({ author_name: 'Only a name' }))).to.equal('rest_comment_author_data_required');
    expect(codeOf(await comment({}))).to.equal('rest_comment_author_data_required');
    await withOptions({ require_name_email: 0 }, async () => {
      expect((await comment({})).status).to.equal(201);
    });
  });

  it('is not taken from visitors where the option comment_registration forbids it', async () => {
    await withOptions({ comment_registration: 1 }, async () => {
      const response = await comment(guest());
      expect([response.status, codeOf(response)]).to.eql([401, 'rest_comment_login_required']);
    });
  });

  it('may be empty where a filter says so', async () => {
    expect(codeOf(await comment({ ...guest(), content: '  ' }))).to.equal('rest_comment_content_invalid');
    expect((await comment({ ...guest(), author_name: 'Wordless', content: '' })).status).to.equal(201);
  });

  it('is refused with 409 when its author said the same in the same place', async () => {
    const body = { ...guest(), content: '<b>Same</b> <script>x</script>' };
    expect((await comment(body)).status).to.equal(201);
    site.clock.now += 60 * SECOND;
    const again = await comment({ ...body, author_name: 'Somebody else' });
    expect([again.status, codeOf(again)]).to.eql([409, 'comment_duplicate']);
    expect((await comment({ ...body, ...guest() })).status).to.equal(201);
  });

  it('is refused with 400 within 15 seconds of the last one from the same address', async () => {
    expect((await comment(guest())).status).to.equal(201);
    site.clock.now += 14 * SECOND;
    const soon = await comment(guest());
    expect([soon.status, codeOf(soon)]).to.eql([400, 'comment_flood']);
    site.clock.now += SECOND;
    expect((await comment(guest())).status).to.equal(201);
    expect((await comment({}, 'editor')).status).to.equal(201);
    expect((await comment({}, 'editor')).status).to.equal(201);
  });

  it('is held while comment_moderation is on, and approved otherwise', async () => {
    await withOptions({ comment_previously_approved: 0 }, async () => {
      expect(await statusOf(guest())).to.equal('1');
      site.clock.now += 60 * SECOND;
      await withOptions({ comment_moderation: 1 }, async () => expect(await statusOf(guest())).to.equal('0'));
    });
  });

  it('is held for its links and words, and goes to the trash for disallowed words', async () => {
    await withOptions(
      { comment_previously_approved: 0, moderation_keys: 'cheap', disallowed_keys: 'pills' },
      async () => {
        const cases: [string, string][] = [
          ['see <a href="http://a.example">a</a>', '1'],
          ['see http://a.example and http://b.example', '0'],
          ['really CHEAP', '0'],
          ['cheap pills', 'trash'],
        ];
        for (const [content, approved] of cases) {
          expect(await statusOf({ ...guest(), content }), content).to.equal(approved);
          site.clock.now += 60 * SECOND;
        }
        expect(await statusOf({ content: 'cheap pills' }, 'editor')).to.equal('1');
      },
    );
  });

  it('is refused when a part of it is too long', async () => {
    const cases: [Record<string, unknown>, string][] = [
      [{ author_name: 'x'.repeat(246) }, 'comment_author_column_length'],
      [{ author_email: `${'x'.repeat(90)}@example.org` }, 'comment_author_email_column_length'],
      [{ author_url: `http://example.org/${'x'.repeat(200)}` }, 'comment_author_url_column_length'],
      [{ content: 'ä'.repeat(32_763) }, 'comment_content_column_length'],
    ];
    for (const [part, code] of cases) expect(codeOf(await comment({ ...guest(), ...part }))).to.equal(code);
  });

  it('is not taken by an old post where comments close with time', async () => {
    await withOptions({ close_comments_for_old_posts: 1, close_comments_days_old: 14 }, async () => {
      expect((await comment(guest())).status).to.equal(201);
      site.clock.now += 15 * DAY;
      expect(codeOf(await comment(guest()))).to.equal('rest_comment_closed');
      const page = await site.addPost({ type: 'page', date: '2020-01-01 00:00:00' });
      expect((await comment({ ...guest(), post: page.id })).status).to.equal(201);
    });
  });

  it('keeps no markup but a little, unless its author may write any', async () => {
    const content = '<i onclick="x()">i</i> <a href="http://x.example">x</a> <script>alert(1)</script>';
    const { id } = (await comment({ content }, 'contributor')).data as { id: number };
    expect((await site.comments.byId(id))?.content).to.equal(
      '<i>i</i> <a href="http://x.example" rel="nofollow ugc">x</a> alert(1)',
    );
    const changed = await site.send('POST', `/comments/${id}`, { as: 'admin', body: { content: '<u>u</u> <b>b</b>' } });
    expect((changed.data as { content: { raw: string } }).content.raw).to.equal('u <b>b</b>');
    const own = (await comment({ content: '<u>u</u>' }, 'admin')).data as { content: { raw: string } };
    expect(own.content.raw).to.equal('<u>u</u>');
  });
});
