/** How long the site may take to answer itself, in milliseconds. */
const PATIENCE = 10_000;

/** The answer of the site to itself. */
export interface Loopback {
  readonly status: number;
  readonly headers: Headers;
  /** How long it took, in milliseconds. */
  readonly duration: number;
}

/** Requests the first page of the site by its own address; nothing of the page is read. Throws where none answers. */
export async function askSelf(home: string): Promise<Loopback> {
  const begin = performance.now();
  const { status, headers, body } = await fetch(`${home}/`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE),
  });
  const duration = performance.now() - begin;
  await body?.cancel();
  return { status, headers, duration };
}
