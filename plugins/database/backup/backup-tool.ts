/** How a database of one system is written to a file, and read back from it. */
export interface BackupTool {
  /** Writes the whole site, as it is at one moment, to a file that is there and empty. Others may write meanwhile. */
  backup(file: string): Promise<void>;
  /** Replaces the whole site by what a file holds, or leaves all as it is and throws. */
  restore(file: string): Promise<void>;
}
