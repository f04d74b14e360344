// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that no path may hold.
const FORBIDDEN = /[\\\x00-\x1f\x7f]/;

/** Whether a text is a path of a stored file: no part of it empty, hidden, or a way out. */
export function isStoragePath(path: string): boolean {
  return path !== '' && !FORBIDDEN.test(path) && path.split('/').every((part) => part !== '' && !part.startsWith('.'));
}

/** The folder of a path with a slash behind it; empty for a path without one. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The last part of a path or an address. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Cuts a file name before its last dot: `photo` and `.jpg`; no extension where there is no dot. */
export function splitName(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? { stem: name, extension: '' } : { stem: name.slice(0, dot), extension: name.slice(dot) };
}

/** A path with something between its stem and its extension: `2026/11/photo-300x225.jpg`. */
export function withSuffix(path: string, suffix: string): string {
  const { stem, extension } = splitName(baseName(path));
  return `${folderOf(path)}${stem}${suffix}${extension}`;
}
