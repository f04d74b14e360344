import { type BenchRequest, UNIQUE } from './job.ts';

let bodies = 0;

/** Makes the text of a request as it goes over the wire; the mark in its body becomes another text each time. */
export function wireOf({ method = 'GET', path, headers = {}, body }: BenchRequest, host: string): () => string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...Object.entries(headers).map((pair) => pair.join(': ')),
  ];
  const whole = (text: string): string =>
    [...lines, `content-length: ${Buffer.byteLength(text)}`, '', text].join('\r\n');
  if (body?.includes(UNIQUE) === true) {
    // With the process in it, the text is new to a database that an earlier run has written to.
    return () => whole(body.replaceAll(UNIQUE, `${process.pid}x${++bodies}`));
  }
  const text = body === undefined ? [...lines, '', ''].join('\r\n') : whole(body);
  return () => text;
}
