import { isVisible } from '@lectern/contracts/core';
import type { VisibleResources as FoundVisible, VisibleResourcesQuery } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import {
  type AccessSnapshot,
  CHANGED_MAX,
  type ResourceAccess,
  ResourceAccessRepository,
} from '@lectern/knowledge-box-rows';
import { cacheReads, timedEntries } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

const CACHE = 'resource-access';
const BOXES_MAX = 1_000;
/** Of one box, the oldest go first. */
const RESOURCES_PER_BOX_MAX = 20_000;
/** Of all boxes together: some 8 MB. */
const RESOURCES_MAX = 50_000;
/** A database that came back from a backup may give numbers of transactions twice. */
const KEPT_MS = 600_000;

/** Reads of one call, while changes keep coming. */
const ATTEMPTS_MAX = 3;

type Access = Omit<ResourceAccess, 'rid'>;
/** By id; `undefined` of one that does not exist. */
type Known = ReadonlyMap<string, Access | undefined>;

/** What is known of the resources of a box, all of it as one snapshot of the database shows it. */
interface BoxAccess {
  readonly snapshot: string;
  /** By id; `undefined` of one that does not exist. */
  readonly resources: Map<string, Access | undefined>;
}

const publicAccess: Access = { hidden: false, groups: [] };

/**
 * Which resources exist and may be seen. Who may see them is kept, as long as no change of theirs was committed since:
 * the database says so each time, in one statement, so that a restriction holds as soon as it is committed.
 */
@Injectable()
export class ResourceVisibility {
  private readonly boxes = timedEntries<BoxAccess>(BOXES_MAX, KEPT_MS, {
    max: RESOURCES_MAX,
    of: ({ resources }) => resources.size + 1,
  });

  constructor(
    private readonly transactions: Transactions,
    private readonly access: ResourceAccessRepository,
  ) {}

  /** @throws AppError `unavailable` when the database cannot say what has changed */
  async list({ kbid, rids, visibility }: VisibleResourcesQuery): Promise<FoundVisible> {
    const access = await this.accessTo(kbid, rids);
    const isSeen = (rid: string) => {
      const one = access.get(rid);
      return one !== undefined && isVisible(one, visibility);
    };
    return { rids: [...new Set(rids)].filter(isSeen) };
  }

  /** Where something that is kept has changed meanwhile, it is asked for again. */
  private async accessTo(kbid: string, rids: readonly string[]): Promise<Known> {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      const kept = this.boxes.get(kbid);
      const found = new Map<string, Access | undefined>();
      for (const rid of rids) if (kept?.resources.has(rid)) found.set(rid, kept.resources.get(rid));
      const unknown = rids.filter((rid) => !found.has(rid));
      if (attempt === 1) noteReads(found.size, unknown.length);
      const read = await this.read(kbid, unknown, kept?.snapshot);
      this.keep(kbid, { unknown, read }, kept);
      const isOutdated = read.changed.length >= CHANGED_MAX || read.changed.some((rid) => found.has(rid));
      if (!isOutdated) return withRead(found, read);
    }
    return withRead(new Map(), await this.read(kbid, rids));
  }

  private read(kbid: string, rids: readonly string[], since?: string): Promise<AccessSnapshot> {
    return this.transactions.read((tx) => this.access.read(kbid, { rids, since }, tx));
  }

  /**
   * What others read at the same time is of another snapshot: one of them only takes further what is kept.
   *
   * @param before what the read began with
   */
  private keep(
    kbid: string,
    { unknown, read }: { readonly unknown: readonly string[]; readonly read: AccessSnapshot },
    before: BoxAccess | undefined,
  ): void {
    if (this.boxes.peek(kbid) !== before) return;
    const isAllChanged = read.changed.length >= CHANGED_MAX;
    const resources = (isAllChanged ? undefined : before?.resources) ?? new Map<string, Access | undefined>();
    for (const rid of read.changed) resources.delete(rid);
    for (const rid of unknown) resources.set(rid, undefined);
    withRead(resources, read);
    for (const oldest of resources.keys()) {
      if (resources.size <= RESOURCES_PER_BOX_MAX) break;
      resources.delete(oldest);
    }
    // Another object, whose size is counted again.
    this.boxes.set(kbid, { snapshot: read.snapshot, resources }, { noUpdateTTL: before !== undefined });
  }
}

function noteReads(hits: number, misses: number): void {
  cacheReads.inc({ cache: CACHE, result: 'hit' }, hits);
  cacheReads.inc({ cache: CACHE, result: 'miss' }, misses);
}

function withRead(found: Map<string, Access | undefined>, { access }: AccessSnapshot): Known {
  for (const { rid, hidden, groups } of access)
    found.set(rid, hidden || groups.length > 0 ? { hidden, groups } : publicAccess);
  return found;
}
