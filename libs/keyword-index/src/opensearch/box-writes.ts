import type { IndexUpdate } from '@lectern/contracts/core';
import { MicroBatchQueue, weightOf } from '@lectern/index-engine';
import type { ZoneIndexes } from './zone-indexes';
import { engineError } from './opensearch-errors';
import type { ResourceExtender, ResourceExtension } from './resource-extender';
import type { ResourceUpdater } from './resource-updater';
import type { ResourceChange, ResourceReplacement } from './resource-replacement';

/** Documents per batch, unless one caller alone has more. */
const WEIGHT_MAX = 2_000;
/** Estimate for an updated resource, before it is read. */
const DOCUMENTS_PER_UPDATE = 2;
/** Two concurrent batches keep the cluster busy while one of them is read or refreshed; versions keep the order. */
const BATCHES_MAX = 2;
/** Callers that may wait for one box; more are refused. */
const LENGTH_MAX = 2_000;
/** Attempts to create the index of a box that is dropped while it is written. */
const MAKINGS_MAX = 3;

/** The writes of one caller. */
export interface BoxWrite {
  readonly changes: readonly ResourceChange[];
  /** Applied after the changes. */
  readonly extensions?: readonly ResourceExtension[];
  /** Applied after the changes and extensions. */
  readonly updates: readonly IndexUpdate[];
  /** Whether it must be searchable when the promise resolves. */
  readonly searchable: boolean;
}

type Queue = MicroBatchQueue<BoxWrite>;

/**
 * Writes that arrive for a box while the previous batch is written form one batch: at most one refresh, few requests.
 */
export class BoxWrites {
  private readonly queues = new Map<string, Queue>();

  constructor(
    private readonly writer: ResourceReplacement,
    private readonly extender: ResourceExtender,
    private readonly updater: ResourceUpdater,
    private readonly indexes: ZoneIndexes,
  ) {}

  /**
   * Durable when the promise resolves. Creates the index when it is missing and there is something to put into it.
   *
   * @throws AppError `unavailable`, `storage_full`, `deadline_exceeded`
   */
  async apply(kbid: string, write: BoxWrite): Promise<void> {
    const queue = this.queues.get(kbid) ?? this.open(kbid);
    const documents = write.changes.reduce((sum, { documents: own }) => sum + 1 + weightOf(own, WEIGHT_MAX), 0);
    const added = (write.extensions ?? []).reduce((sum, { documents: own }) => sum + own.length, 0);
    await queue.add(write, documents + added + write.updates.length * DOCUMENTS_PER_UPDATE);
  }

  private open(kbid: string): Queue {
    const limits = {
      gatherMs: 1,
      intervalMs: () => 0,
      weightMax: WEIGHT_MAX,
      lengthMax: LENGTH_MAX,
      batchesMax: BATCHES_MAX,
    };
    const queue: Queue = new MicroBatchQueue((batch) => this.write(kbid, batch), limits);
    this.queues.set(kbid, queue);
    // Runs after the first caller of this turn was added.
    queueMicrotask(() => void queue.drain().then(() => this.queues.delete(kbid)));
    return queue;
  }

  private async write(kbid: string, batch: readonly BoxWrite[]): Promise<void> {
    const index = this.indexes.alias(kbid);
    const [changes, updates] = [batch.flatMap((write) => write.changes), batch.flatMap((write) => write.updates)];
    await this.change(kbid, changes);
    await this.extender.apply(
      index,
      batch.flatMap(({ extensions = [] }) => extensions),
    );
    await this.updater.apply(index, updates);
    if (batch.some(({ searchable }) => searchable)) await this.indexes.refresh(index);
  }

  private async change(kbid: string, changes: readonly ResourceChange[]): Promise<void> {
    for (let making = 0; !(await this.writer.apply(this.indexes.alias(kbid), changes)); making += 1) {
      if (changes.every(({ entry }) => entry === 'deletion')) return;
      if (making === MAKINGS_MAX) throw engineError(new Error('the index of the knowledge box goes away all the time'));
      await this.indexes.make(kbid);
    }
  }
}
