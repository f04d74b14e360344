import { expect } from 'chai';
import { Progress } from '../../host/cli/progress.ts';

describe('the progress of long work on items', () => {
  /** The lines that are shown, for a file of 1,000 bytes or of unknown size; each step is a time in seconds, bytes and items. */
  function linesOf(
    steps: readonly (readonly [time: number, position: number, items: number])[],
    size = 1000,
  ): string[] {
    const lines: string[] = [];
    let now = 0;
    const progress = new Progress(
      size,
      'read',
      (line) => lines.push(line),
      () => now * 1000,
    );
    for (const [time, position, items] of steps) {
      now = time;
      progress.at(position, items);
    }
    return lines;
  }

  it('says how much is read, at which rate, and how long the rest will take', () => {
    const lines = linesOf([
      [0, 100, 10],
      [10, 300, 210],
    ]);
    expect(lines).to.deep.equal(['10 % read, 10 items', '30 % read, 210 items, 20 a second, 35 s left']);
  });

  it('goes by the last half minute, so that items which are there already do not count for long', () => {
    const lines = linesOf([
      [0, 0, 0],
      [1, 500, 50_000],
      [40, 510, 50_010],
      [80, 550, 50_050],
    ]);
    expect(lines.at(-1)).to.equal('55 % read, 50050 items, 1 a second, 8 min left');
  });

  it('gives long times in hours', () => {
    const steps = [
      [0, 0, 0],
      [100, 10, 5],
    ] as const;
    expect(linesOf(steps).at(-1)).to.match(/, 2 h 45 min left$/);
  });

  it('says less where the size of the file is not known', () => {
    const steps = [
      [0, 100, 10],
      [2, 300, 30],
    ] as const;
    expect(linesOf(steps, 0)).to.deep.equal(['10 items', '30 items, 10 a second']);
  });

  it('is shown twice a second at most', () => {
    const steps = Array.from({ length: 20 }, (_, at) => [at / 10, at, at] as const);
    expect(linesOf(steps)).to.have.length(4);
  });
});
