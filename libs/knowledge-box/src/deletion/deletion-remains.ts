import { BlobStore } from '@lectern/blob-store';
import type { ResourceReference, StoreProof } from '@lectern/contracts/knowledge-box';
import { IndexProbe, IngestQueue } from '@lectern/indexing';
import { Injectable } from '@nestjs/common';
import { countBlobs } from './count-blobs';

/** Finds data of a resource left outside the database tables. */
@Injectable()
export class DeletionRemains {
  constructor(
    private readonly ingest: IngestQueue,
    private readonly probe: IndexProbe,
    private readonly blobs: BlobStore,
  ) {}

  /** @throws AppError `unavailable` */
  async of(reference: ResourceReference, blobKeys: readonly string[]): Promise<readonly StoreProof[]> {
    const [busy, indexes, files] = await Promise.all([
      this.ingest.busy(reference.kbid, [reference.rid]),
      this.probe.entriesOf(reference),
      countBlobs(this.blobs, blobKeys),
    ]);
    return [
      { store: 'tasks', found: busy.size },
      ...indexes.map(({ index, entries }) => ({
        store: index === 'keywords' ? index : `vectors/${index}`,
        found: entries,
      })),
      { store: 'files', found: files },
    ];
  }
}
