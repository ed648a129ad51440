import type { Socket } from 'node:net';

const CHECK_MS = 10;

/**
 * Calls `exceeded` once a server has sent more than it may. Sockets count by themselves, and a query sends a few
 * megabytes at most between two looks.
 *
 * @returns ends the watch
 */
export function watchReceived(socket: Pick<Socket, 'bytesRead'>, bytesMax: number, exceeded: () => void): () => void {
  const before = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - before <= bytesMax) return;
    clearInterval(timer);
    exceeded();
  }, CHECK_MS);
  return () => clearInterval(timer);
}
