import { readFileSync } from 'node:fs';

/** Reads a JSON file of `spec/fixtures`: `readFixture('vectors/misc.json')`. */
// biome-ignore lint/suspicious/noExplicitAny: each spec knows the shape of its fixture.
export function readFixture(path: string): any {
  return JSON.parse(readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8'));
}
