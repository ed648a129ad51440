import type { Integer } from '../../core/integer';
import { KnowledgeBoxId, ResourceId } from '../../validation/ids';

/** A resource that was deleted. */
export class DeletedResourceTarget {
  /** Id of the knowledge box, UUID with or without hyphens. */
  @KnowledgeBoxId() kbid!: string;
  /** Id that the resource had, 32 hex digits; hyphens are allowed. */
  @ResourceId() rid!: string;
}

/** `purging`: indexes or files still hold something; `purged`: all of it was removed. */
export type DeletionState = 'purging' | 'purged';

/** Progress of a deletion, and the data it removed. */
export class DeletionReceipt {
  /** Id that the resource had, 32 hex digits. */
  resource_id!: string;
  /** Who deleted it: audit label, user id, or id of the service account. */
  by!: string;
  /** When reads and searches stopped to find it, UTC without suffix. */
  deleted_at!: string;
  /** How far it is. */
  state!: DeletionState;
  /** When indexes and files were purged, UTC without suffix; null before. */
  purged_at!: string | null;
  /** Rows of the database that were removed, by table; tables with none are left out. */
  rows!: Readonly<Record<string, Integer>>;
  /** Files that were to be removed from the blob store. */
  files!: Integer;
  /** Days for which the receipt is kept. */
  kept_days!: Integer;
}

/** Remains of a deleted resource in a store. */
export class StoreProof {
  /** `rows`, `tasks`, `keywords`, `vectors/` with the name of a vectorset, or `files`. */
  store!: string;
  /** Entries found, counted up to 500 for an index; 0 when nothing is left. */
  found!: Integer;
}

/** Remains of a deleted resource in every store, looked up at the time of the request. */
export class DeletionProof {
  /** Id that the resource had, 32 hex digits. */
  resource_id!: string;
  /** Whether no store holds anything of it. */
  clean!: boolean;
  /** Every store that was asked. */
  stores!: readonly StoreProof[];
}
