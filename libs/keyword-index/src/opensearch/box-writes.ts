import { MicroBatchQueue } from '@lectern/lance';
import type { IndexPlaces } from './index-places';
import { engineError } from './opensearch-errors';
import type { ResourceChange, ResourceWriter } from './resource-writer';

/** Documents in one batch, unless one caller alone brings more. */
const weightMax = 2_000;
/** Two batches on their way keep the cluster busy while one of them is read or refreshed; versions keep the order. */
const batchesMax = 2;
/** Callers that wait for one box; more are refused. */
const lengthMax = 2_000;
/** A box that is dropped while it is written is made again so often. */
const makingsMax = 3;

/** What one caller writes. */
export interface BoxWrite {
  readonly changes: readonly ResourceChange[];
  /** When it is done, not only some time later. */
  readonly searchable: boolean;
}

type Queue = MicroBatchQueue<BoxWrite>;

/** What arrives for a box while the batch before is written becomes one batch: one refresh at most, few requests. */
export class BoxWrites {
  private readonly queues = new Map<string, Queue>();

  constructor(
    private readonly writer: ResourceWriter,
    private readonly places: IndexPlaces,
  ) {}

  /**
   * Durable when the promise resolves. Without an index one is made, unless there are deletions only.
   *
   * @throws AppError `unavailable`, `storage_full`, `deadline_exceeded`
   */
  async apply(kbid: string, write: BoxWrite): Promise<void> {
    const queue = this.queues.get(kbid) ?? this.open(kbid);
    const weight = write.changes.reduce((sum, { documents }) => sum + 1 + documents.length, 0);
    await queue.add(write, weight);
  }

  private open(kbid: string): Queue {
    const limits = { gatherMs: 1, intervalMs: () => 0, weightMax, lengthMax, batchesMax };
    const queue: Queue = new MicroBatchQueue((batch) => this.write(kbid, batch), limits);
    this.queues.set(kbid, queue);
    // After the first caller of this turn was added.
    queueMicrotask(() => void queue.drain().then(() => this.queues.delete(kbid)));
    return queue;
  }

  private async write(kbid: string, batch: readonly BoxWrite[]): Promise<void> {
    const changes = batch.flatMap((write) => write.changes);
    const index = this.places.alias(kbid);
    for (let making = 0; !(await this.writer.apply(index, changes)); making += 1) {
      if (changes.every(({ entry }) => entry === 'deletion')) return;
      if (making === makingsMax) throw engineError(new Error('the index of the knowledge box goes away all the time'));
      await this.places.make(kbid);
    }
    if (batch.some(({ searchable }) => searchable)) await this.places.refresh(index);
  }
}
