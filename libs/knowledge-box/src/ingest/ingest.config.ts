import { configSlice, integer } from '@lectern/config';

export const ingestConfig = configSlice('ingest', {
  INGEST_QUEUE_MAX: integer({
    doc: 'resources that may wait to be processed or embedded; beyond it, writes are answered 429 until there is room',
    min: 10,
    max: 100_000_000,
    fallback: 200_000,
  }),
});
