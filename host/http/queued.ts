import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The answers of each connection that wait for those before them, while they wait. */
const queues = new WeakMap<Socket, Set<ServerResponse>>();

function queueOf(socket: Socket): Set<ServerResponse> {
  let queue = queues.get(socket);
  if (queue === undefined) {
    queue = new Set();
    queues.set(socket, queue);
    socket.once('close', () => closeAll(queue!));
  }
  return queue;
}

/** Closes those that have never had the connection; Node.js closes the one that has it. */
function closeAll(queue: Iterable<ServerResponse>): void {
  for (const response of queue) {
    if (response.socket !== null || response.destroyed) continue;
    response.destroy();
    response.emit('close');
  }
}

/**
 * Has an answer that waits for another one of its connection closed with that connection. Node.js tells only the answer
 * whose turn it is that its client has hung up, and the others would be under way for ever.
 */
export function closeWithConnection({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.socket !== null) return;
  if (socket.destroyed) {
    closeAll([response]);
    return;
  }
  const queue = queueOf(socket);
  queue.add(response);
  response.once('close', () => queue.delete(response));
}
