import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The responses of each connection that wait for an earlier response of that connection. */
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

/** Closes the responses that were never assigned the socket; Node.js closes the one that was. */
function closeAll(queue: Iterable<ServerResponse>): void {
  for (const response of queue) {
    if (response.socket !== null || response.destroyed) continue;
    response.destroy();
    response.emit('close');
  }
}

/**
 * Closes a queued response together with its connection. When a client closes a connection with pipelined requests,
 * Node.js emits `close` only on the current response; the requests behind it would stay in flight for ever.
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
