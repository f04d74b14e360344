/** The library that generates inputs and shrinks counterexamples. */
export type FastCheck = typeof import('fast-check');

/** Loads fast-check, which only `checkRoute` needs; throws an error that says how to install it. */
export async function loadFastCheck(): Promise<FastCheck> {
  try {
    return await import('fast-check');
  } catch (error) {
    throw new Error('checkRoute needs the package "fast-check"; add it with: npm install --save-dev fast-check', {
      cause: error,
    });
  }
}
