import { describeVectorContents } from './vector-contents.contract';
import { describeVectorExtensions } from './vector-extensions.contract';
import { describeLargeVectorRecords } from './vector-large.contract';
import type { VectorIndexStore } from './vector-records.contract';
import { describeVectorSearch } from './vector-search.contract';
import { describeVectorUpdates } from './vector-updates.contract';
import { describeVectorWrites } from './vector-writes.contract';

export type { VectorIndexStore } from './vector-records.contract';

/** The promises that every adapter of `VectorIndex` keeps. */
export function describeVectorIndex(name: string, makeStore: () => Promise<VectorIndexStore>): void {
  describe(name, () => {
    describeVectorSearch(makeStore);
    describeVectorWrites(makeStore);
    describeVectorUpdates(makeStore);
    describeVectorExtensions(makeStore);
    describeLargeVectorRecords(makeStore);
    describeVectorContents(makeStore);
  });
}
