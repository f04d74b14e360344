import { expect } from 'chai';
import { inWeeks } from '../../../plugins/dynamic-blocks/weeks.ts';

describe('weeks of posts', () => {
  const days = ['2026-01-05', '2026-01-04', '2026-01-01', '2025-12-31'].map((period) => ({ period, count: 2 }));

  it('begin on Monday, and the first of a year has more than three days in it', () => {
    expect(inWeeks(days, 1)).to.eql([
      { first: '2026-01-05', last: '2026-01-11', year: 2026, week: 2, count: 2 },
      { first: '2025-12-29', last: '2026-01-04', year: 2026, week: 1, count: 6 },
    ]);
  });

  it('begin on Sunday, and the first of a year is the one that its first Sunday begins', () => {
    expect(inWeeks(days, 0)).to.eql([
      { first: '2026-01-04', last: '2026-01-10', year: 2026, week: 1, count: 4 },
      { first: '2025-12-28', last: '2026-01-03', year: 2026, week: 0, count: 4 },
    ]);
  });
});
