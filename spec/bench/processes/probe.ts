/** Reports the usage of this process to its parent: processor time in microseconds, memory in bytes. */
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

/** Reports the address of a server to the parent process, and answers its probes from then on. */
export function announce(url: string): void {
  console.log(url);
  answerProbes();
}
