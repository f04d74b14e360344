/** Runs once after all specs of a run, of whichever process. */
export async function mochaGlobalTeardown(): Promise<void> {
  const { dropShared } = await import('./on-databases.ts');
  await dropShared();
}
