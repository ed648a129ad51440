import { fillVectorset, type VectorsetFill } from '@lectern/contracts/knowledge-box';
import { type JobView, Runs, type TaskRun, Transactions } from '@lectern/database';
import { VectorsetContentRepository, VectorsetRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import { IngestQueue } from '../queue/ingest-queue';
import { EmbedderMoves } from './embedder-move';

/** Resources queued at once for embedding in a vectorset: the queue stays short for others. */
const WAITING_MAX = 256;
/** Delay before it checks how many are still queued. */
const PAUSE_MS = 1_000;

/**
 * Has the existing content of a box embedded in a new vectorset. First all fields are recorded as unembedded, for
 * searches and the processing status; then their resources get tasks, some at a time. Safe to repeat.
 */
@Injectable()
export class FillVectorsetTask {
  constructor(
    private readonly transactions: Transactions,
    private readonly vectorsets: VectorsetRepository,
    private readonly contents: VectorsetContentRepository,
    private readonly ingest: IngestQueue,
    private readonly moves: EmbedderMoves,
  ) {}

  @Runs(fillVectorset, { concurrency: 2 })
  async run(fill: VectorsetFill, { signal, alive }: TaskRun): Promise<void> {
    while (await this.note(fill)) {
      signal.throwIfAborted();
      alive();
    }
    await this.embedSome(fill);
  }

  /** @returns whether there may be more to record */
  private async note(fill: VectorsetFill): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const vectorset = await this.vectorsets.find(fill, tx);
      if (!vectorset || vectorset.deleted || vectorset.fillCursor === null) return false;
      const end = await this.contents.noteUnembedded(fill, vectorset.fillCursor, tx);
      await this.vectorsets.setFillCursor(fill, end ?? null, tx);
      return end !== undefined;
    });
  }

  private async embedSome({ kbid, id, after = '', instead }: VectorsetFill): Promise<void> {
    const page = { after, limit: WAITING_MAX };
    const rids = await this.transactions.read((tx) => this.contents.listLacking({ kbid, id }, page, tx));
    if (rids.length === 0) return instead === undefined ? undefined : this.moves.end({ kbid, id, instead });
    const jobs = await this.ingest.listEmbedding(rids.map((rid) => ({ kbid, rid })));
    const byRid = Map.groupBy(jobs, ridOf);
    const forgotten = rids.filter((rid) => !byRid.has(rid)).map((rid) => ({ kbid, rid }));
    const next = lastGivenUp(rids, byRid) ?? after;
    await this.transactions.run(async (tx) => {
      if ((await this.vectorsets.find({ kbid, id }, tx))?.deleted !== null) return;
      await this.ingest.embedLacking(forgotten, tx);
      const runAt = new Date(Date.now() + PAUSE_MS);
      const rest = { kbid, id, after: next, ...(instead !== undefined && { instead }) };
      await this.ingest.fillLater(rest, { tx, runAt });
    });
  }
}

/** The last of the leading resources whose work was given up: they wait for a replay and do not count as queued. */
function lastGivenUp(rids: readonly string[], jobs: ReadonlyMap<string, readonly JobView[]>): string | undefined {
  const isGivenUp = (rid: string) => jobs.get(rid)?.every(({ state }) => state === 'failed') ?? false;
  const end = rids.findIndex((rid) => !isGivenUp(rid));
  return end === -1 ? rids.at(-1) : rids[end - 1];
}

function ridOf({ payload }: JobView): string {
  // All tasks with these keys refer to one resource.
  return (payload as ResourceReference).rid;
}
