import autocannon from 'autocannon';

/** Requests per second that a URL answers under a number of connections; throws when any answer is not a 2xx. */
export async function load(url: string, seconds: number, connections: number): Promise<number> {
  const result = await autocannon({ url, duration: seconds, connections });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} requests failed`);
  }
  return result['2xx'] / result.duration;
}
