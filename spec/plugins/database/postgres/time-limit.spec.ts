import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { TimeLimit } from '../../../../plugins/database/postgres/time-limit.ts';

const LIMIT = 60;

describe('the limit of time of statements on PostgreSQL', () => {
  let late: string[];
  const limitOf = (milliseconds: number) =>
    new TimeLimit(
      () => milliseconds,
      () => late.push('given up'),
    );
  const isLate = (name: string, more?: number) => () => {
    late.push(name);
    return more;
  };

  beforeEach(() => {
    late = [];
  });

  it('begins for each when the one before it has ended', async () => {
    const limit = limitOf(LIMIT);
    limit.begin(isLate('first'));
    limit.begin(isLate('second'));
    await wait(LIMIT * 0.7);
    limit.end();
    await wait(LIMIT * 0.7);
    expect(late).to.eql([]);
    await wait(LIMIT);
    expect(late).to.eql(['second']);
  });

  it('is waited for longer where that is said, and then no more', async () => {
    const limit = limitOf(LIMIT);
    limit.begin(isLate('first', LIMIT));
    await wait(LIMIT * 1.5);
    expect(late).to.eql(['first']);
    await wait(LIMIT);
    expect(late).to.eql(['first', 'given up']);
  });

  it('is over with the answer, also while it is waited longer, and none is there for 0', async () => {
    const [limit, none] = [limitOf(LIMIT), limitOf(0)];
    limit.begin(isLate('first', LIMIT));
    none.begin(isLate('never'));
    await wait(LIMIT * 1.5);
    limit.end();
    await wait(LIMIT);
    expect(late).to.eql(['first']);
  });
});
