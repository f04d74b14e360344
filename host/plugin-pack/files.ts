/** A file of a package. */
export interface PackedFile {
  /** Relative to the folder of the package. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** The files that no package should hold: keys, passwords, databases. */
const SECRET =
  /(?:^|\/)(?:\.env(?:\..*)?|\.npmrc|.*\.keys\.json|id_(?:rsa|ed25519)|.*\.(?:pem|db|sqlite)(?:-wal|-shm)?)$/i;

/** What is wrong with the files of a package, a line each. */
export function fileFaults(folder: string, files: readonly PackedFile[]): string[] {
  const secrets = files.filter(({ path }) => SECRET.test(path));
  const faults = secrets.map(
    ({ path }) => `${folder}/${path}: would be published; leave it out by "files" in package.json`,
  );
  const hasReadme = files.some(({ path }) => /^readme(?:\.md)?$/i.test(path));
  return hasReadme
    ? faults
    : [...faults, `${folder}/README.md: is missing; write what the plugin does, its options, its routes`];
}
