/** Thrown when two plugins want what only one can have: names both, the one that came later first. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  readonly plugins: readonly string[];

  constructor(message: string, plugins: readonly string[]) {
    super(message);
    this.plugins = plugins;
  }
}
