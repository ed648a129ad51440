import { Bus } from '@lectern/bus';
import { authorOf, systemPrincipal } from '@lectern/contracts/core';
import {
  type AlignableNames,
  type AlignableQuery,
  type AlignmentDone,
  type AlignmentPayload,
  labelsetsChanged,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { ResourceChanges } from '@lectern/indexing';
import { replaceResourceEdges, type ResourceEntity } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { LabelsetRepository } from '../labelset/labelset.repository';
import { ENTITY_COUNTS_SQL, LABEL_COUNTS_SQL } from './alignable-names.sql';
import { alignedResource } from './aligned-names';

const NAMES_MAX = 5_000;
const NAME_CHARS_MAX = 250;
const by = authorOf(systemPrincipal);

/** Labels and names of entities of a box, and their replacement by others. */
@Injectable()
export class NameAlignment {
  constructor(
    private readonly transactions: Transactions,
    private readonly changes: ResourceChanges,
    private readonly labelsets: LabelsetRepository,
    private readonly bus: Bus,
  ) {}

  async names({ kbid }: AlignableQuery): Promise<AlignableNames> {
    return this.transactions.read(async (tx) => {
      const bounds = [kbid, NAMES_MAX + 1, NAME_CHARS_MAX];
      const labels: AlignableNames['labels'] = await tx.query(LABEL_COUNTS_SQL, bounds);
      const entities: AlignableNames['entities'] = await tx.query(ENTITY_COUNTS_SQL, bounds);
      const isComplete = labels.length <= NAMES_MAX && entities.length <= NAMES_MAX;
      return { labels: labels.slice(0, NAMES_MAX), entities: entities.slice(0, NAMES_MAX), isComplete };
    });
  }

  /** In a resource, or without one in the labelsets of the box. @throws AppError `not_found` */
  async align({ kbid, rid, ...merges }: AlignmentPayload): Promise<AlignmentDone> {
    if (rid === undefined) return { changed: await this.alignLabelsets(kbid, merges) };
    let changed = false;
    await this.changes.apply({ kbid, rid }, { kind: 'modified', by }, async (resource, tx) => {
      const aligned = alignedResource(resource, merges);
      changed = !isDeepStrictEqual(alignedMembers(aligned), alignedMembers(resource));
      if (!changed) return undefined;
      await replaceResourceEdges([aligned], tx);
      return { resource: aligned, toIndex: 'metadata' };
    });
    return { changed };
  }

  /** Labels that go are no longer offered. */
  private async alignLabelsets(kbid: string, { labels }: Pick<AlignmentPayload, 'labels'>): Promise<boolean> {
    const byLabelset = Map.groupBy(labels, ({ labelset }) => labelset);
    const changed = await this.transactions.run(async (tx) => {
      let isChanged = false;
      for (const [id, merges] of byLabelset) {
        const row = (await this.labelsets.exists({ kbid, id }, tx))
          ? await this.labelsets.get({ kbid, id }, tx)
          : undefined;
        const gone = new Set(merges.map(({ from }) => from));
        const offered = row?.labels.filter(({ title }) => !gone.has(title));
        if (!row || !offered || offered.length === row.labels.length) continue;
        await this.labelsets.put({ ...row, labels: offered }, tx);
        isChanged = true;
      }
      return isChanged;
    });
    if (changed) this.bus.publish(labelsetsChanged, { kbid });
    return changed;
  }
}

/** A row is of another class than its copy, so that only its members are compared. */
function alignedMembers({ classifications, annotations, augmentations }: ResourceEntity) {
  return [classifications, annotations, augmentations];
}
