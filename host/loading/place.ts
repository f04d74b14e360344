import { dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A place in a plugin's folder. */
export interface Place {
  /** Relative to the folder. */
  readonly file: string;
  readonly line: number;
}

/** The place in a plugin's folder at which an error was thrown; undefined if its stack names none. */
export function placeOf(error: unknown, entry: string): Place | undefined {
  const folder = `${dirname(entry)}${sep}`;
  const stack = error instanceof Error ? `${error.message}\n${error.stack}` : '';
  for (const start of [folder, pathToFileURL(folder).href]) {
    const at = stack.indexOf(start);
    const place = at < 0 ? null : /^([^\s:()]+):(\d+)/.exec(stack.slice(at + start.length));
    if (place !== null) return { file: place[1]!, line: Number(place[2]) };
  }
  return undefined;
}
