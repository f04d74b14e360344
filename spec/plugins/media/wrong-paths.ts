import { expect } from 'chai';
import type { MediaStorage } from '../../../plugins/media/index.ts';

const PATHS = ['', '../a.txt', '2026/../../a.txt', '/a.txt', 'a//b.txt', '.a', 'a\\b.txt', 'a\0.txt', 'a/.'];

/** States that a storage refuses every path that leads out of its folder, or to what is hidden in it. */
export function refusesWrongPaths(storageOf: () => MediaStorage): void {
  for (const path of PATHS) {
    it(`never lie at ${JSON.stringify(path)}`, async () => {
      const storage = storageOf();
      for (const attempt of [
        () => storage.put(path, Buffer.from('x')),
        () => storage.read(path),
        () => storage.stat(path),
        () => storage.delete(path),
      ]) {
        expect(await attempt().catch((error: unknown) => error)).to.be.instanceOf(TypeError);
      }
    });
  }
}
