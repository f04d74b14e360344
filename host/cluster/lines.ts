import type { Readable, Writable } from 'node:stream';

/** Passes on what a process writes in whole lines, so that those of several processes are not mixed. */
export function passLines(from: Readable, to: Pick<Writable, 'write'>): void {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) to.write(rest + text.slice(0, end));
    rest = (end > 0 ? '' : rest) + text.slice(end);
  });
  from.on('end', () => {
    // A process that was killed may have been in the middle of a line.
    if (rest !== '') to.write(`${rest}\n`);
  });
}
