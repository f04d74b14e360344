/**
 * A regular expression as JSON Schema has it, whose patterns are read with the flag `u`: groups are spelt `(?<name>…)`,
 * and nothing is escaped that needs no escape. Undefined for one that cannot be written so.
 */
export function portablePattern(source: string): string | undefined {
  const spelt = source.replaceAll('(?P<', '(?<');
  return [spelt, spelt.replace(/\\([^\w^$\\.*+?()[\]{}|/-])/g, '$1')].find(isPortable);
}

function isPortable(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}
