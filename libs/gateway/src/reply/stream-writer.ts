import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** One piece as it goes to the socket. */
export type Piece = string | Uint8Array;

/**
 * Writes pieces as they come, not faster than the reader takes them. Stops pulling when the socket closes, or when the
 * reader has taken nothing for `stallMs`.
 *
 * @returns whether everything was written
 */
export async function writePieces(
  response: ServerResponse,
  pieces: AsyncIterable<Piece>,
  stallMs: number,
): Promise<boolean> {
  for await (const piece of pieces) {
    if (response.destroyed) return false;
    if (!response.write(piece)) await drained(response, stallMs);
    if (response.destroyed) return false;
  }
  endStalled(response, stallMs);
  response.end();
  return true;
}

/**
 * From now on ends the connection of a client that takes nothing for `stallMs`, until the answer is complete: what it
 * requested occupies memory until then. The server destroys a socket that is idle for so long, and a socket is not idle
 * while it gets rid of bytes.
 */
export function endStalled(response: ServerResponse, stallMs: number): void {
  response.setTimeout(stallMs);
}

async function drained(response: ServerResponse, stallMs: number): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  endStalled(response, stallMs);
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).catch(() => undefined);
  response.setTimeout(0);
  settled.abort();
}
