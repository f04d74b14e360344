import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

/** What a script takes from the module that runs it. */
type Body = (module: { exports: object }, require: NodeJS.Require, meta: ImportMeta, load: Import) => void;
type Import = (specifier: string) => Promise<unknown>;

/** A script that has run. */
export interface KeptCode<Exports> {
  readonly exports: Exports;
  /**
   * Keeps what the engine has compiled of it so far beside its file, unless something is kept there already, or the
   * engine has other flags by now.
   */
  keep(): void;
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/**
 * Runs a script, an expression of a function in ASCII, with what the engine compiled of it in an earlier run: most of
 * the time of a start is reading code of which little is wanted. What is kept is of one engine with one set of flags,
 * after which its file is named; another engine compiles anew. The name of the script has to change with its text.
 */
export function runKept<Exports>(file: string, meta: ImportMeta, load: Import): KeptCode<Exports> {
  const engine = cachedDataVersionTag();
  const kept = `${file}.${engine.toString(16)}.cache`;
  const cachedData = readIfThere(kept);
  const script = new Script(readFileSync(file, 'latin1'), { filename: file, cachedData });
  let done = cachedData !== undefined && script.cachedDataRejected === false;
  const module = { exports: {} };
  (script.runInThisContext() as Body)(module, createRequire(file), meta, load);
  return {
    exports: module.exports as Exports,
    keep() {
      if (done || cachedDataVersionTag() !== engine) return;
      done = true;
      const unfinished = `${kept}.${process.pid}`;
      try {
        writeFileSync(unfinished, script.createCachedData());
        renameSync(unfinished, kept);
      } catch {
        // Where the folder is not to be written to, each start compiles.
      }
    },
  };
}
