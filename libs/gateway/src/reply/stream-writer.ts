import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** One piece as it goes to the socket. */
export type Piece = string | Uint8Array;

/** A client that takes nothing for so long is hung up on: what it asked for occupies a call until it ends. */
export const stallTimeoutMs = 60_000;

/**
 * Writes pieces as they come, not faster than the reader takes them. Stops pulling when the socket closes, or when the
 * reader has taken nothing for `stallMs`.
 *
 * @returns whether everything was written
 */
export async function writePieces(
  response: ServerResponse,
  pieces: AsyncIterable<Piece>,
  stallMs = stallTimeoutMs,
): Promise<boolean> {
  for await (const piece of pieces) {
    if (response.destroyed) return false;
    if (!response.write(piece)) await drained(response, stallMs);
    if (response.destroyed) return false;
  }
  response.end();
  return true;
}

async function drained(response: ServerResponse, stallMs: number): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  // The server destroys a socket that is idle for so long.
  response.setTimeout(stallMs);
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).catch(() => undefined);
  response.setTimeout(0);
  settled.abort();
}
