import { isVisible } from '@lectern/contracts/core';
import type { VisibleResources as FoundVisible, VisibleResourcesQuery } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import {
  type AccessSnapshot,
  CHANGED_MAX,
  type ResourceAccess,
  ResourceAccessRepository,
} from './resource-access.repository';
import { cacheReads, timedEntries } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

const CACHE = 'resource-access';
const BOXES_MAX = 1_000;
/** Per box; the oldest entries are evicted first. */
const RESOURCES_PER_BOX_MAX = 20_000;
/** For all boxes together: about 8 MB. */
const RESOURCES_MAX = 50_000;
/** A database restored from a backup may reuse transaction numbers. */
const KEPT_MS = 600_000;

/** Reads per call while changes keep arriving. */
const ATTEMPTS_MAX = 3;

type Access = Omit<ResourceAccess, 'rid'>;
/** By id; `undefined` for a resource that does not exist. */
type Known = ReadonlyMap<string, Access | undefined>;

/** Cached visibility of a box's resources, all from one snapshot of the database. */
interface BoxAccess {
  readonly snapshot: string;
  /** By id; `undefined` for a resource that does not exist. */
  readonly resources: Map<string, Access | undefined>;
}

const publicAccess: Access = { hidden: false, groups: [] };

/**
 * Determines which resources exist and are visible. Access data is cached until a change to the resource is committed.
 * Each call asks the database in one statement, so a restriction applies as soon as it is committed.
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

  /** @throws AppError `unavailable` when the database cannot be queried for changes */
  async list({ kbid, rids, visibility }: VisibleResourcesQuery): Promise<FoundVisible> {
    const access = await this.accessTo(kbid, rids);
    const isSeen = (rid: string) => {
      const one = access.get(rid);
      return one !== undefined && isVisible(one, visibility);
    };
    return { rids: [...new Set(rids)].filter(isSeen) };
  }

  /** If a cached entry has changed, it is read again. */
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
   * Concurrent reads have other snapshots, so only one of them updates the cache.
   *
   * @param before the cached state at the start of the read
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
    // A new object, so that the cache recomputes its size.
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
