/** Runs once after all specs of a run, of whichever process. */
export async function mochaGlobalTeardown(): Promise<void> {
  const { dropShared } = await import('./on-databases.ts');
  await dropShared();
}

/** Says which tests passed at their second run alone, since something is wrong with these too. */
export const mochaHooks: Mocha.RootHookObject = {
  afterEach(this: Mocha.Context) {
    const test = this.currentTest as unknown as { currentRetry(): number; isPassed(): boolean; fullTitle(): string };
    if (test.currentRetry() > 0 && test.isPassed())
      console.warn(`    passed at its second run alone: ${test.fullTitle()}`);
  },
};
