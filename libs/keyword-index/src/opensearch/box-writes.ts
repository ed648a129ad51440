import type { IndexedResource } from '@lectern/contracts';
import { MicroBatchQueue, weightOf } from '@lectern/index-engine';
import type { IndexPlaces } from './index-places';
import { engineError } from './opensearch-errors';
import type { ResourceUpdater } from './resource-updater';
import type { ResourceChange, ResourceWriter } from './resource-writer';

/** Documents in one batch, unless one caller alone brings more. */
const weightMax = 2_000;
/** Of an updated resource, as far as is known before it is read. */
const documentsPerUpdate = 2;
/** Two batches on their way keep the cluster busy while one of them is read or refreshed; versions keep the order. */
const batchesMax = 2;
/** Callers that wait for one box; more are refused. */
const lengthMax = 2_000;
/** A box that is dropped while it is written is made again so often. */
const makingsMax = 3;

/** What one caller writes. */
export interface BoxWrite {
  readonly changes: readonly ResourceChange[];
  /** Of what is held after the changes. */
  readonly updates: readonly IndexedResource[];
  /** When it is done, not only some time later. */
  readonly searchable: boolean;
}

type Queue = MicroBatchQueue<BoxWrite>;

/** What arrives for a box while the batch before is written becomes one batch: one refresh at most, few requests. */
export class BoxWrites {
  private readonly queues = new Map<string, Queue>();

  constructor(
    private readonly writer: ResourceWriter,
    private readonly updater: ResourceUpdater,
    private readonly places: IndexPlaces,
  ) {}

  /**
   * Durable when the promise resolves. Without an index one is made when there is something to put into it.
   *
   * @throws AppError `unavailable`, `storage_full`, `deadline_exceeded`
   */
  async apply(kbid: string, write: BoxWrite): Promise<void> {
    const queue = this.queues.get(kbid) ?? this.open(kbid);
    const documents = write.changes.reduce((sum, { documents: own }) => sum + 1 + weightOf(own, weightMax), 0);
    await queue.add(write, documents + write.updates.length * documentsPerUpdate);
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
    const index = this.places.alias(kbid);
    const [changes, updates] = [batch.flatMap((write) => write.changes), batch.flatMap((write) => write.updates)];
    await this.change(kbid, changes);
    await this.updater.apply(index, updates);
    if (batch.some(({ searchable }) => searchable)) await this.places.refresh(index);
  }

  private async change(kbid: string, changes: readonly ResourceChange[]): Promise<void> {
    for (let making = 0; !(await this.writer.apply(this.places.alias(kbid), changes)); making += 1) {
      if (changes.every(({ entry }) => entry === 'deletion')) return;
      if (making === makingsMax) throw engineError(new Error('the index of the knowledge box goes away all the time'));
      await this.places.make(kbid);
    }
  }
}
