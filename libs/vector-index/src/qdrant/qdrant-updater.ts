import { AppError, type IndexUpdate } from '@lectern/contracts/core';
import { MicroBatchQueue } from '@lectern/index-engine';
import { applyInQueue, type Operation } from './qdrant-batch';
import type { Filter, QdrantConnection } from './qdrant-connection';
import { labelOperations, type Update } from './qdrant-labels';
import { atMost, below, byVersion, equal, anyValue } from './qdrant-filter';
import { headVersions, sharedPayload, tombstoneId } from './qdrant-point';

/** Limits in resources. */
const limits = { gatherMs: 0, intervalMs: () => 0, weightMax: 256, lengthMax: 10_000, batchesMax: 2 };
/** Puts of lower versions may write concurrently, but fewer each time, since they check the head. */
const ATTEMPTS_MAX = 10;

/**
 * Gives vectors the new shared members of their resources; any number of processes may do so concurrently, and again
 * after failures. Versions are compared inside Qdrant: points of a newer version are left alone, and no point is
 * created. So the highest of several updates wins, a deletion stays one, and a concurrent put of the same or a higher
 * version writes its own vectors and members.
 *
 * The vectors of a resource are updated before its heads, so a head never has a version that vectors do not have yet.
 * Labels given to single vectors are read and replaced in between: vectors have the version by then, so no earlier
 * update interferes. If a put of a lower version has written in between, older vectors are updated again until there
 * are none. Such a put removes its later writes itself when it reads the head, and its caller puts the newer version.
 * Until then, vectors of its predecessor may be found beside its own, all with the new members.
 *
 * A concurrent deletion of a lower version by another process may leave vectors without a head, which the next put or
 * deletion removes; the last version of a deleted resource is that of its deletion.
 */
export class QdrantUpdater {
  private readonly queues = new Map<string, MicroBatchQueue<Update>>();

  constructor(private readonly connection: QdrantConnection) {}

  /**
   * @param resources distinct ones
   * @throws AppError `unavailable`, `storage_full`, `not_found` for a missing collection
   */
  async update(collection: string, kbid: string, resources: readonly IndexUpdate[]): Promise<void> {
    const queue = this.queueOf(collection);
    const added: Promise<void>[] = [];
    for (let from = 0; from < resources.length; from += limits.weightMax) {
      const some = resources.slice(from, from + limits.weightMax);
      added.push(queue.add({ kbid, resources: some }, some.length));
    }
    await Promise.all(added);
  }

  /** Resolves when all submitted updates are done. */
  async drain(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.drain()));
  }

  private queueOf(collection: string): MicroBatchQueue<Update> {
    const made = () => new MicroBatchQueue<Update>((updates) => this.apply(collection, updates), limits);
    const queue = this.queues.get(collection) ?? made();
    this.queues.set(collection, queue);
    return queue;
  }

  private async apply(collection: string, updates: readonly Update[]): Promise<void> {
    const apply = (operations: readonly Operation[]) => applyInQueue(this.connection, collection, operations);
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      await apply(updates.flatMap(vectorUpdates));
      for await (const labels of labelOperations(this.connection, collection, updates))
        if (labels.length > 0) await apply(labels);
      await apply(updates.flatMap(headUpdates));
      if (!(await this.isOutdated(collection, updates))) return;
    }
    throw new AppError('unavailable', 'Qdrant goes on to hold vectors of older versions than they were updated to');
  }

  private async isOutdated(collection: string, updates: readonly Update[]): Promise<boolean> {
    const filter: Filter = {
      should: updates.flatMap(olderOnes),
      must_not: [{ has_id: updates.flatMap(tombstonesOf) }],
    };
    const query = { collection_name: collection, filter, exact: true };
    const { count } = await this.connection.write((api, init) => api.countPoints(query, init));
    return count > 0;
  }
}

function vectorUpdates({ kbid, resources }: Update): Operation[] {
  return resources.map((resource) => vectorsUpdate(kbid, resource));
}

function vectorsUpdate(kbid: string, resource: IndexUpdate): Operation {
  const { rid, version } = resource;
  const filter = {
    must: [equal('kb', kbid), anyValue('rid', [rid]), atMost('version', version)],
    must_not: [equal('head', true), { has_id: [tombstoneId(kbid, rid)] }],
  };
  return { set_payload: { payload: sharedPayload(resource), filter } };
}

function headUpdates({ kbid, resources }: Update): Operation[] {
  return byVersion(resources).map(([version, rids]) => {
    const must = [equal('kb', kbid), anyValue('rid', rids), equal('head', true), atMost('version', version)];
    return { set_payload: { payload: headVersions(version), filter: { must } } };
  });
}

function olderOnes({ kbid, resources }: Update): Filter[] {
  return byVersion(resources).map(([version, rids]) => ({
    must: [equal('kb', kbid), anyValue('rid', rids), below('version', version)],
  }));
}

function tombstonesOf({ kbid, resources }: Update): string[] {
  return resources.map(({ rid }) => tombstoneId(kbid, rid));
}
