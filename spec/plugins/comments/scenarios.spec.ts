import { expect } from 'chai';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { describeFailures, replay } from '../../support/replay.ts';
import { type CommentSite, openCommentSite } from './comment-site.ts';

describeOnDatabases('recorded scenarios of comments', (freshDatabase) => {
  let site: CommentSite;
  before(async () => {
    site = await openCommentSite({ url: await freshDatabase() });
  });
  after(() => site.generation.dispose());

  for (const [name, only] of [
    ['comments-list', undefined],
    ['comments-crud', undefined],
    ['comments-moderation', undefined],
    ['embed', undefined],
    ['options-media-comments', (step: string) => step.startsWith('comment')],
  ] as const) {
    it(`go as recorded: ${name}`, async () => {
      const result = await replay(site.generation, name, { users: site.users, only });
      expect(describeFailures(result)).to.equal('');
      expect(result.passed).to.be.above(0);
    });
  }
});
