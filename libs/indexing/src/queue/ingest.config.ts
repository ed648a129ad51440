import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { configSlice, type ConfigOf, integer, readConfig } from '@lectern/config';

/** A text is in memory several times while it is processed, besides much else. */
const SHARE_OF_MEMORY = 1 / 16;
const TEXTS_MB_MIN = 16;
const TEXTS_MB_MAX = 256;

export const ingestConfig = configSlice('ingest', {
  INGEST_QUEUE_MAX: integer({
    doc: 'resources that may wait to be processed or embedded; beyond it, writes are answered 429 until there is room',
    min: 10,
    max: 100_000_000,
    fallback: 200_000,
  }),
  INGEST_EXPIRE_DAYS: integer({
    doc: 'days that a file, a link, a conversation or a long text may wait for a result; then its field fails',
    min: 1,
    max: 3_650,
    fallback: 7,
  }),
  INGEST_TEXTS_MB: {
    ...integer({
      doc: 'texts that are put into the keyword index at the same time, together; absent: 1/16 of the memory, 16 to 256',
      min: 1,
      max: 65_536,
    }),
    optional: true,
  },
});

/** Resources that wait for room; further ones are retried later. */
export const PUTS_WAITING_MAX = 1_000;

/** Bytes of texts in flight: the setting, or a share of the memory available to the process. */
export function textBytesMax(
  { INGEST_TEXTS_MB }: Partial<ConfigOf<typeof ingestConfig>> = readConfig(ingestConfig),
  memoryBytes = memoryLimitBytes(),
): number {
  const share = (memoryBytes / 2 ** 20) * SHARE_OF_MEMORY;
  return Math.floor((INGEST_TEXTS_MB ?? Math.min(Math.max(share, TEXTS_MB_MIN), TEXTS_MB_MAX)) * 2 ** 20);
}

/** The memory of the container or the machine, or the heap limit, whichever is smallest. */
function memoryLimitBytes(): number {
  return Math.min(process.constrainedMemory() || Infinity, totalmem(), getHeapStatistics().heap_size_limit);
}
