import type { TrainsetChunk } from '@lectern/contracts/knowledge-box';
import { batchMessage } from './trainset-messages';

const BATCH_BYTES_MAX = 1024 ** 2;
/** Size of one transferred chunk. */
const CHUNK_BYTES_MAX = 256 * 1024;

/**
 * Length-prefixed batches of items, split into chunks of bounded size. Heartbeats are passed through. No batch is
 * empty.
 *
 * @param items undefined for a heartbeat
 */
export async function* trainsetBatches(
  items: AsyncIterable<Uint8Array | undefined>,
  batchSize: number,
): AsyncGenerator<TrainsetChunk> {
  let batch: Uint8Array[] = [];
  let bytes = 0;
  for await (const item of items) {
    if (!item) {
      yield {};
      continue;
    }
    batch.push(item);
    bytes += item.length;
    if (batch.length < batchSize && bytes < BATCH_BYTES_MAX) continue;
    yield* chunksOf(batch);
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield* chunksOf(batch);
}

function* chunksOf(batch: readonly Uint8Array[]): Generator<TrainsetChunk> {
  for (const bytes of batchMessage(batch))
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES_MAX)
      // Copied, because transferring a view would transfer the whole buffer.
      yield { bytes: Uint8Array.from(bytes.subarray(at, at + CHUNK_BYTES_MAX)) };
}
