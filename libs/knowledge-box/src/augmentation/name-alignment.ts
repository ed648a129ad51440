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
import {
  holdBox,
  keepEntityRenames,
  keptRenames,
  noteEntitiesRenamed,
  renameEntitiesOfFields,
  replaceResourceEdges,
  type ResourceEntity,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { LabelsetRepository } from '../labelset/labelset.repository';
import { ENTITY_COUNTS_SQL, LABEL_COUNTS_SQL } from './alignable-names.sql';
import { alignedResource, type Merges } from './aligned-names';

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

  /**
   * In a resource, or without one in the labelsets of the box and for what is found later.
   *
   * @throws AppError `not_found`, `invalid_request` when too many names are kept
   */
  async align({ kbid, rid, ...sent }: AlignmentPayload): Promise<AlignmentDone> {
    if (rid === undefined) return { changed: await this.alignBox(kbid, sent) };
    // Names that are replaced several times get their last name at once, so that a repetition changes nothing.
    const merges = { ...sent, entities: keptRenames([], sent.entities) };
    let changed = false;
    await this.changes.apply({ kbid, rid }, { kind: 'modified', by }, async (resource, tx) => {
      const aligned = alignedResource(resource, merges);
      const isOther = !isDeepStrictEqual(alignedMembers(aligned), alignedMembers(resource));
      if (isOther) await replaceResourceEdges([aligned], tx);
      const hasRenamed = await renameEntitiesOfFields({ kbid, rid }, merges.entities, tx);
      changed = isOther || hasRenamed;
      // Paragraphs have the names that their field mentions.
      return changed ? { resource: aligned, toIndex: hasRenamed ? 'content' : 'metadata' } : undefined;
    });
    return { changed };
  }

  /**
   * Labels that go are no longer offered; entities that are found later get the names that stay. Lists of entities are
   * read again.
   */
  private async alignBox(kbid: string, { labels, entities }: Merges): Promise<boolean> {
    await this.transactions.run(async (tx) => {
      if (entities.length === 0) return noteEntitiesRenamed(kbid, tx);
      await holdBox(kbid, tx);
      await keepEntityRenames(kbid, entities, tx);
    });
    return (await this.alignLabelsets(kbid, labels)) || entities.length > 0;
  }

  private async alignLabelsets(kbid: string, labels: Merges['labels']): Promise<boolean> {
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
function alignedMembers({ classifications, annotations, augmentations, relations }: ResourceEntity) {
  return [classifications, annotations, augmentations, relations];
}
