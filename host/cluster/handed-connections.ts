import type { Worker } from 'node:cluster';

/** What Node.js tells a worker with a connection, and what the worker answers once it has taken that. */
interface ClusterMessage {
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

/**
 * Hands the connection that a worker had not taken yet when it ended to another one. Node.js waits for the worker to say that it
 * has, and forgets the connection when the worker is killed before that, so that its client waits for nobody.
 *
 * @param hasOthers - Whether there are other workers; without one, the connection is closed.
 */
export function returnConnections(worker: Worker, hasOthers: () => boolean): void {
  const handed = new Map<number, { close(): void }>();
  const { process } = worker;
  const send = process.send.bind(process) as (...args: unknown[]) => boolean;
  process.send = (...args: unknown[]) => {
    const [{ act, seq }, connection] = args as [ClusterMessage, { close(): void }];
    if (act === 'newconn') handed.set(seq!, connection);
    return send(...args);
  };
  process.on('internalMessage', ({ ack }: ClusterMessage) => void handed.delete(ack!));
  // All that it has said is read by then.
  process.once('close', () => {
    // It gets no more connections, even where Node.js waits for it to say that it has taken one.
    worker.disconnect();
    for (const [ack, connection] of handed) {
      // What it would say of a connection that it does not want.
      if (hasOthers()) process.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false });
      else connection.close();
    }
  });
}
