import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { passLines } from '../../../host/cluster/lines.ts';

describe('the lines of several workers', () => {
  it('are passed on whole, however their parts come', async () => {
    const written: string[] = [];
    const output = { write: (text: string) => written.push(text) > 0 };
    const [one, other] = [new PassThrough(), new PassThrough()];
    passLines(one, output);
    passLines(other, output);
    const parts: [PassThrough, string | Buffer][] = [
      [one, 'first '],
      [other, 'second\nthi'],
      [one, 'line\n'],
      [other, Buffer.from('r\xc3', 'latin1')],
      [other, Buffer.from('\xa9\n', 'latin1')],
      [one, 'cut'],
    ];
    for (const [stream, part] of parts) {
      stream.write(part);
      await turn();
    }
    one.end();
    await turn();
    expect(written).to.deep.equal(['second\n', 'first line\n', 'thiré\n', 'cut\n']);
  });
});
