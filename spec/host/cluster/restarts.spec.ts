import { expect } from 'chai';
import { Restarts } from '../../../host/cluster/restarts.ts';

const MINUTE = 60_000;

describe('the pauses before a worker is started anew', () => {
  it('double each time, up to half a minute, and begin anew once a worker has run for a minute', () => {
    const restarts = new Restarts(250);
    const pauses = Array.from({ length: 10 }, () => restarts.pauseAfter({ ranFor: 10 }));
    expect(pauses).to.deep.equal([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(restarts.pauseAfter({ ranFor: MINUTE })).to.equal(250);
    expect(restarts.pauseAfter({ ranFor: 10 })).to.equal(500);
  });

  it('are of no use after eight starts in a row that failed', () => {
    const restarts = new Restarts();
    const fail = (times: number) => {
      for (let time = 0; time < times; time++) restarts.pauseAfter({ ranFor: 0 });
    };
    fail(7);
    expect(restarts.isHopeless).to.equal(false);
    restarts.pauseAfter({ ranFor: 10 });
    fail(7);
    expect(restarts.isHopeless).to.equal(false);
    fail(1);
    expect(restarts.isHopeless).to.equal(true);
  });
});
