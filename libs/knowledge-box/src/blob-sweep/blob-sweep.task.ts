import { BlobStore } from '@lectern/blob-store';
import { findUnnamedBlobs, removeUnnamedBlobs } from '@lectern/contracts/knowledge-box';
import { Runs, TaskQueue, type TaskRun } from '@lectern/database';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { BlobSweepMetrics } from './blob-sweep-metrics';
import { BlobSweepService } from './blob-sweep.service';
import { UnnamedBlobs } from './unnamed-blobs';

const KEY = 'blob-sweep';
/** After the start, which has enough to do, and after each whole sweep. */
const FIRST_MS = 10 * 60_000;
const EVERY_MS = 24 * 3_600_000;
/** A run ends after so long, and another one continues. */
const TURN_MS = 20_000;

/** Removes files that no row names, once a day: kills and outages leave them. */
@Injectable()
export class BlobSweepTask implements OnApplicationBootstrap {
  private readonly logger = new Logger('Blobs');

  constructor(
    private readonly sweep: BlobSweepService,
    private readonly unnamed: UnnamedBlobs,
    private readonly blobs: BlobStore,
    private readonly tasks: TaskQueue,
    private readonly metrics: BlobSweepMetrics,
  ) {}

  /** One sweep for all processes: the one that is under way continues where it was. */
  async onApplicationBootstrap(): Promise<void> {
    const [job] = await this.tasks.listWithKeys([KEY]);
    if (job?.state === 'failed') await this.tasks.replay(job.id);
    if (!job) await this.next({}, FIRST_MS);
  }

  @Runs(findUnnamedBlobs)
  async find({ after }: { readonly after?: string }, { signal, alive }: TaskRun): Promise<void> {
    const endMs = performance.now() + TURN_MS;
    let last = after;
    for await (const page of this.sweep.pages(after, signal)) {
      signal.throwIfAborted();
      await this.sweep.removeLater(page.unnamed);
      last = page.last ?? last;
      alive();
      if (performance.now() > endMs) return this.next({ after: last }, 0);
    }
    await this.next({}, EVERY_MS);
  }

  @Runs(removeUnnamedBlobs)
  async remove({ keys }: { readonly keys: readonly string[] }, { signal, alive }: TaskRun): Promise<void> {
    // They were old enough at the first look.
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

  private async next(payload: { readonly after?: string }, afterMs: number): Promise<void> {
    const runAt = new Date(Date.now() + afterMs);
    await this.tasks.add(findUnnamedBlobs, payload, { key: KEY, serialBy: KEY, runAt });
  }
}
