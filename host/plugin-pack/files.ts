import { basename } from 'node:path';

/** A file of a package. */
export interface PackedFile {
  /** Relative to the folder of the package. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** The names of files that no package should hold: keys, passwords, databases. */
const SECRET_NAMES = /^(?:\.env|\.env\..+|\.npmrc|id_rsa|id_ed25519)$/i;
const SECRET_ENDS = ['.keys.json', '.pem', '.db', '.db-wal', '.db-shm', '.sqlite'];

function isSecret(path: string): boolean {
  const name = basename(path);
  return SECRET_NAMES.test(name) || SECRET_ENDS.some((end) => name.toLowerCase().endsWith(end));
}

/** What is wrong with the files of a package, a line each. */
export function fileFaults(folder: string, files: readonly PackedFile[]): string[] {
  const secrets = files.filter(({ path }) => isSecret(path));
  const faults = secrets.map(
    ({ path }) => `${folder}/${path}: would be published; leave it out by "files" in package.json`,
  );
  const hasReadme = files.some(({ path }) => /^readme(?:\.md)?$/i.test(path));
  return hasReadme
    ? faults
    : [...faults, `${folder}/README.md: is missing; write what the plugin does, its options, its routes`];
}
