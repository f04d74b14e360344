/** Tells whoever started this process what it has used so far: processor time in microseconds, memory in bytes. */
export interface Usage {
  readonly cpu: number;
  readonly memory: number;
}

export function answerProbes(): void {
  if (process.send === undefined) return;
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send!({ cpu: user + system, memory: process.memoryUsage().rss } satisfies Usage);
  });
  process.on('disconnect', () => process.exit());
}

/** Tells the address that a server listens at, and answers probes from then on. */
export function announce(url: string): void {
  console.log(url);
  answerProbes();
}
