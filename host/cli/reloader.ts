/** The line that tells why a host was not reloaded, with the place of the failure. */
export function reloadFailure(error: unknown): string {
  const { message, file, line } = error as Error & { file?: string; line?: number };
  return file === undefined || message.includes(`${file}:${line}`) ? message : `${message} (${file}:${line})`;
}

/** Creates a function that reloads and prints the result; calls during a reload cause one further reload. */
export function reloader(reload: () => Promise<void>, print: (line: string) => void): () => void {
  let running = false;
  let again = false;
  const reloadOnce = async (): Promise<void> => {
    const start = performance.now();
    try {
      await reload();
      print(`Reloaded in ${Math.round(performance.now() - start)} ms`);
    } catch (error) {
      process.stderr.write(`tappet: not reloaded, what ran before goes on: ${reloadFailure(error)}\n`);
    }
  };
  return async () => {
    again = true;
    if (running) return;
    running = true;
    while (again) {
      again = false;
      await reloadOnce();
    }
    running = false;
  };
}
