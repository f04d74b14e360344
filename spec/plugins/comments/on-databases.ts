/** TEMPORARY until spec/support has one. */
export function describeOnDatabases(title: string, body: (url: () => string) => void): void {
  describe(`${title} on sqlite`, () => body(() => 'sqlite::memory:'));
}
