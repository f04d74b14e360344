import { expect } from 'chai';
import { sql } from 'kysely';
import { CommandError, definePlugin } from '../../../core/index.ts';
import { commandContext } from '../../../host/cli/context.ts';
import { CommentStore } from '../../../plugins/comments/index.ts';
import { Database } from '../../../plugins/database/index.ts';
import { PostStore } from '../../../plugins/posts/index.ts';
import { TermStore } from '../../../plugins/terms/index.ts';
import { wrongCounts } from '../../safety/wrong-counts.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { runDefinition } from '../../support/run-command.ts';

/** A plugin whose own count is wrong, and may be beyond mending. */
const state = { isWrong: false, isMendable: true };
const counting = definePlugin({
  name: 'counting',
  version: '1.0.0',
  description: 'A check of a spec.',
  requires: { database: '^0.1.0' },
  setup: ({ use }) =>
    use(Database).addCheck({
      find: async () => (state.isWrong ? ['shelves: 1 wrong'] : []),
      repair: async () => {
        state.isWrong = !state.isMendable;
      },
    }),
});

describeOnDatabases('the check of the database', (freshDatabase) => {
  let site: FullSite;
  let database: Database;
  let tag: number;
  let post: number;

  before(async () => {
    site = await buildFullSite({ database: await freshDatabase(), more: [counting] });
    const { services } = site.generation;
    database = services.get('spec', Database);
    const terms = services.get('spec', TermStore);
    tag = (await terms.create('post_tag', 'One')).id;
    for (let at = 0; at < 12; at++) await terms.create('post_tag', `More ${at}`);
    const made = await services.get('spec', PostStore).insert({ title: 'A', type: 'post', status: 'publish' });
    post = made.id;
    await terms.setObjectTerms(post, 'post_tag', [tag]);
    await services.get('spec', CommentStore).insert({ post, content: 'B' });
  });
  after(() => site.close());
  beforeEach(() => Object.assign(state, { isWrong: false, isMendable: true }));

  /** The lines of the command, and the message with which it fails. */
  async function check(flags: Record<string, boolean> = {}): Promise<{ lines: string[]; failure: string | undefined }> {
    const lines: string[] = [];
    const definition = site.generation.commands.find(({ name }) => name === 'db check')!;
    const print = (line: string) => void lines.push(line);
    const context = commandContext({ args: {}, flags, print, progress: () => undefined });
    const { generation } = site;
    const error = await definition.run({ ...context, generation }).catch((thrown: unknown) => thrown);
    if (error !== undefined) expect(error).to.be.instanceOf(CommandError);
    return { lines, failure: (error as Error | undefined)?.message };
  }
  const sound = { lines: ['Success: the database is sound.'], failure: undefined };
  const refused = 'the database has problems; "tappet db check --repair" makes counts right';
  const run = (statement: string) => sql.raw(statement.replaceAll('@', database.prefix)).execute(database.db);

  it('finds nothing wrong in a site that was written by its plugins', async () => {
    expect(await check()).to.eql(sound);
    expect(await check({ repair: true })).to.eql(sound);
  });

  const makers: [what: string, make: () => Promise<unknown>, line: () => string][] = [
    [
      'counts of terms',
      () => run(`update @term_taxonomy set count = 7 where term_id = ${tag}`),
      () => `counts of terms: 1 wrong: post_tag ${tag} (7 for 1)`,
    ],
    [
      'counts of comments',
      () => run(`update @posts set comment_count = 0 where "ID" = ${post}`),
      () => `counts of comments: 1 wrong: post ${post} (0 for 1)`,
    ],
    [
      'derived counts of items',
      () => run(`delete from @tappet_post_counts where kind = 'term'`),
      () => `derived counts of items: 2 wrong: term 1 of publish post (0 for 2), term ${tag} of publish post (0 for 1)`,
    ],
    [
      'derived counts of comments',
      () => run(`delete from @tappet_comment_counts where kind = 'user'`),
      () => 'derived counts of comments: 1 wrong: user none of 1 comment (0 for 2)',
    ],
    [
      'items by term',
      () => run(`update @tappet_term_posts set post_date = '1999-01-01 00:00:00' where post_id = ${post}`),
      () => 'derived items by term: 2 missing, 2 too many',
    ],
  ];
  for (const [what, make, line] of makers) {
    it(`finds ${what} that are wrong, says which, and mends them when it is told to`, async () => {
      await make();
      expect(await check()).to.eql({ lines: [line()], failure: refused });
      expect(await check()).to.eql({ lines: [line()], failure: refused });
      const mended = await check({ repair: true });
      expect(mended).to.eql({ lines: [line(), 'Success: the database has been made sound.'], failure: undefined });
      expect(await check()).to.eql(sound);
      expect(await wrongCounts(database)).to.eql([]);
    });
  }

  it('counts terms by items, so that wrong derived counts do not make wrong counts of terms', async () => {
    await run(`delete from @tappet_post_counts where kind = 'term'`);
    await run(`update @term_taxonomy set count = 0 where term_id = ${tag}`);
    expect((await check()).lines[1]).to.equal(`counts of terms: 1 wrong: post_tag ${tag} (0 for 1)`);
    expect((await check({ repair: true })).failure).to.equal(undefined);
    expect(await wrongCounts(database)).to.eql([]);
  });

  it('names ten of many, and says how many more there are', async () => {
    await run(`update @term_taxonomy set count = count + 5 where taxonomy = 'post_tag'`);
    const [line] = (await check()).lines;
    expect(line).to.match(
      /^counts of terms: 13 wrong: (post_tag \d+ \(\d for \d\), ){9}post_tag \d+ \(5 for 0\) and 3 more$/,
    );
    expect((await check({ repair: true })).failure).to.equal(undefined);
  });

  it('looks at what plugins add, and fails where that cannot be mended', async () => {
    state.isWrong = true;
    expect(await check()).to.eql({ lines: ['shelves: 1 wrong'], failure: refused });
    expect((await check({ repair: true })).failure).to.equal(undefined);
    Object.assign(state, { isWrong: true, isMendable: false });
    expect((await check({ repair: true })).failure).to.equal('the database still has problems: shelves: 1 wrong');
  });

  it('is a command with the flag --repair', async () => {
    const definition = site.generation.commands.find(({ name }) => name === 'db check')!;
    expect(Object.keys(definition.flags ?? {})).to.eql(['--repair']);
    expect(await runDefinition(definition, site.generation)).to.eql(sound.lines);
  });
});
