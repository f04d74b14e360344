/** The library that makes inputs and narrows counterexamples. */
export type FastCheck = typeof import('fast-check');

/** Loads fast-check, which only those who test routes this way need; throws an error that says how to get it. */
export async function loadFastCheck(): Promise<FastCheck> {
  try {
    return await import('fast-check');
  } catch (error) {
    throw new Error('checkRoute needs the package "fast-check"; add it with: npm install --save-dev fast-check', {
      cause: error,
    });
  }
}
