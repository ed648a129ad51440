import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** One piece as it goes to the socket. */
export type Piece = string | Uint8Array;

/**
 * Writes pieces as they come, not faster than the reader takes them. Stops pulling when the socket closes.
 *
 * @returns whether everything was written
 */
export async function writePieces(response: ServerResponse, pieces: AsyncIterable<Piece>): Promise<boolean> {
  for await (const piece of pieces) {
    if (response.destroyed) return false;
    if (!response.write(piece)) await drained(response);
    if (response.destroyed) return false;
  }
  response.end();
  return true;
}

async function drained(response: ServerResponse): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).catch(() => undefined);
  settled.abort();
}
