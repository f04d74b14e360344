/** How a database of one system is written to a file, and read back from it. */
export interface BackupTool {
  /** Writes the whole site, as it is at one moment, to a file that is there and empty. Others may write meanwhile. */
  backup(file: string): Promise<void>;
  /** The steps that have run in what a file holds, as `plugin:name`; throws where it is not whole, or holds no site. */
  stepsIn(file: string): Promise<ReadonlySet<string>>;
  /** Replaces the whole site by what a file holds. */
  restore(file: string): Promise<void>;
  /** Whether the site is as it was where `restore` throws; otherwise it may hold a part of the file. */
  readonly isAtomic: boolean;
}
