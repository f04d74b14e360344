import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder in which data sets are stored between runs. */
export function dataFolder(): string {
  const folder = process.env.TAPPET_BENCH_DATA ?? join(tmpdir(), 'tappet-bench-data');
  mkdirSync(folder, { recursive: true });
  return folder;
}
