import { type BenchRequest, UNIQUE } from './job.ts';

let bodies = 0;

/** Makes the HTTP text of a request; the mark in its body is replaced by another text each time. */
export function wireOf({ method = 'GET', path, headers = {}, body }: BenchRequest, host: string): () => string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...Object.entries(headers).map((pair) => pair.join(': ')),
  ];
  const whole = (text: string): string =>
    [...lines, `content-length: ${Buffer.byteLength(text)}`, '', text].join('\r\n');
  if (body?.includes(UNIQUE) === true) {
    // The text contains the process id, so that it is unique in a database of earlier runs too.
    return () => whole(body.replaceAll(UNIQUE, `${process.pid}x${++bodies}`));
  }
  const text = body === undefined ? [...lines, '', ''].join('\r\n') : whole(body);
  return () => text;
}
