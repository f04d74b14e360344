import type { RateCase } from './cases/lane.ts';
import type { Running } from './processes/pool.ts';

/** Headers of the connection, not of the answer. */
const OF_CONNECTION = new Set(['date', 'connection', 'keep-alive', 'etag', 'age']);

interface Answer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

async function ask({ contender, set }: Running, { request }: RateCase['lanes'][number]): Promise<Answer> {
  const { path, ...init } = request(set);
  const response = await fetch(contender.url + path, init);
  // The addresses of contenders differ only in their port.
  const neutral = (text: string) => text.replaceAll(contender.url, 'http://site');
  const body = await response.text();
  const headers = [...response.headers]
    .filter(([name]) => !OF_CONNECTION.has(name))
    .map(([name, value]) => `${name}: ${name === 'content-length' ? Buffer.byteLength(neutral(body)) : neutral(value)}`)
    .join('\n');
  return { status: response.status, headers, body: neutral(body) };
}

/** Throws unless the lanes that are compared answer with the same bytes. */
export async function checkAlike(
  { name, lanes, alike = [], alikeInHeaders = [] }: RateCase,
  running: readonly Running[],
): Promise<void> {
  let first: (Answer & { lane: string }) | undefined;
  for (const [at, lane] of lanes.entries()) {
    if (!alike.includes(lane.name)) continue;
    const answer = await ask(running[at]!, lane);
    if (answer.status !== 200) throw new Error(`${name}: ${lane.name} answers with ${answer.status}: ${answer.body}`);
    first ??= { ...answer, lane: lane.name };
    if (answer.body !== first.body) throw differing(name, [first.lane, first.body], [lane.name, answer.body]);
    if (alikeInHeaders.includes(lane.name) && answer.headers !== first.headers) {
      throw differing(name, [first.lane, first.headers], [lane.name, answer.headers]);
    }
  }
}

function differing(name: string, [one, first]: [string, string], [other, second]: [string, string]): Error {
  let at = 0;
  while (first[at] === second[at]) at++;
  const part = (text: string) => text.slice(Math.max(at - 80, 0), at + 80);
  return new Error(`${name}: ${one} and ${other} do not answer alike:\n${part(first)}\n${part(second)}`);
}
