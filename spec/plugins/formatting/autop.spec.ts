import { autop } from '../../../plugins/formatting/autop.ts';
import { readFixture } from '../../support/fixtures.ts';
import { itMatches } from '../../support/vectors.ts';

describe('paragraphs', () => {
  itMatches(readFixture('vectors/misc.json').autop, ({ value }) => autop(value));
});
