import { getDateWithGmt, parseDate } from '../../core/dates.ts';
import { readFixture } from '../support/fixtures.ts';
import { itMatches } from '../support/vectors.ts';

describe('4.6 recorded dates', () => {
  const dates = readFixture('vectors/dates.json');

  describe('parseDate', () => itMatches(dates.parseDate, ({ date, forceUtc }) => parseDate(date, forceUtc)));

  describe('getDateWithGmt', () =>
    itMatches(dates.getDateWithGmt, ({ date, isUtc, timezone, gmtOffset }) =>
      getDateWithGmt(date, isUtc, { timezone, gmtOffset }),
    ));
});
