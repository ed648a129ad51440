import { BlobStore } from '@lectern/blob-store';
import { findUnnamedBlobs, removeUnnamedBlobs } from '@lectern/contracts/knowledge-box';
import { type HeldRun, Runs, type TaskRun } from '@lectern/database';
import { Injectable, Logger } from '@nestjs/common';
import { BlobSweepMetrics } from './blob-sweep-metrics';
import { BlobSweepService } from './blob-sweep.service';
import { UnnamedBlobs } from './unnamed-blobs';

/** Removes unreferenced files once a day; kills and outages leave them behind. A sweep resumes where it stopped. */
@Injectable()
export class BlobSweepTask {
  private readonly logger = new Logger('Blobs');

  constructor(
    private readonly sweep: BlobSweepService,
    private readonly unnamed: UnnamedBlobs,
    private readonly blobs: BlobStore,
    private readonly metrics: BlobSweepMetrics,
  ) {}

  @Runs(findUnnamedBlobs)
  async find(_: object, { signal, alive, progress, save }: HeldRun): Promise<void> {
    for await (const page of this.sweep.pages(lastOf(progress), signal)) {
      signal.throwIfAborted();
      await this.sweep.removeLater(page.unnamed);
      if (page.last !== undefined) await save({ last: page.last } satisfies SweepProgress);
      alive();
    }
  }

  @Runs(removeUnnamedBlobs)
  async remove({ keys }: { readonly keys: readonly string[] }, { signal, alive }: TaskRun): Promise<void> {
    // The first check has verified their age.
    const listed = keys.map((key) => ({ key, sizeBytes: 0, modified: new Date(0) }));
    const unnamed = await this.unnamed.among(listed, { now: new Date(), signal });
    for (const { key, kind } of unnamed) {
      signal.throwIfAborted();
      await this.blobs.delete(key);
      this.metrics.removed(kind);
      alive();
    }
    if (unnamed.length > 0) this.logger.log(`${unnamed.length} files were removed that nothing named`);
  }
}

/** The last checked key. */
interface SweepProgress {
  readonly last: string;
}

function lastOf(progress: unknown): string | undefined {
  // This task saves nothing else.
  return (progress as SweepProgress | undefined)?.last;
}
