import type { IndexedVector, IndexFilter, IndexUpdate, VectorRecord } from '@lectern/contracts/core';
import { DamageReports, UnansweredBoxes } from '@lectern/index-engine';

/** One model's vectors in one knowledge box. */
export interface Vectorset {
  /** Hyphenated UUID. */
  readonly kbid: string;
  /** Name of the model. */
  readonly id: string;
  /** Values per vector. */
  readonly dimensions: number;
}

/** A search by meaning. */
export interface VectorQuery {
  /** Unit length, as many values as the vectorset has dimensions. */
  readonly vector: Float32Array;
  /** Which paragraphs are searched; all when absent. */
  readonly filter?: IndexFilter;
  /** 1..500. */
  readonly limit: number;
  /** Cosine below which a hit is dropped, −1..1. */
  readonly minScore?: number;
  /** Aborts the search. */
  readonly signal?: AbortSignal;
}

/** A paragraph near the vector. */
export interface VectorHit {
  /** Id of the paragraph. */
  readonly id: string;
  /** Cosine similarity, −1..1, exact for every hit returned. */
  readonly score: number;
}

/** Maximum number of ties that are ordered by id before the limit is applied; of more, the engine chooses. */
export const EQUAL_HITS_MAX = 2_000;

/** Best first, ties by id. @param best greatest score of each id */
export function bestOf(best: ReadonlyMap<string, number>, limit: number): VectorHit[] {
  const hits = [...best].map(([id, score]) => ({ id, score }));
  return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit);
}

/** Vectors to be added to an indexed resource. */
export interface VectorExtension extends VectorRecord {
  /** In memory, unlike the vectors of a put. */
  readonly vectors: readonly IndexedVector[];
  /** The minimum indexed version: earlier ones lack vectors that this extension does not contain. */
  readonly since: number;
}

/**
 * Paragraphs by meaning. Cosine over unit vectors, filters applied before scoring. Search in large vectorsets is
 * approximate: a few of the nearest may be missing, but when a filter leaves fewer than the limit, all of them are
 * found. Writes are durable and searchable when the promise resolves.
 */
export abstract class VectorIndex {
  /**
   * Boxes whose index turned out damaged or missing in use. Every call for a damaged one throws `DamagedIndexError`
   * until the box, or the vectorset, is dropped.
   */
  readonly damage = new DamageReports();

  /** Boxes whose latest searches failed without a detected damage. */
  readonly unanswered = new UnansweredBoxes();

  /**
   * Replaces all vectors of each resource in this vectorset. A record with a version lower than the indexed one, or
   * than that of a delete, is ignored; one with an equal version is written again. The version of a record without
   * vectors is stored, too.
   *
   * @throws AppError `unavailable`, `storage_full`; `invalid_request` when a vector, or the stored vectorset, has
   *   another
   *   length
   */
  abstract put(vectorset: Vectorset, records: readonly VectorRecord[]): Promise<void>;

  /**
   * Adds vectors to each resource in this vectorset, and replaces those of the same paragraphs, as
   * `KeywordIndex.extend` does.
   *
   * @returns ids of resources that were not extended because they are not indexed, or only in a version before `since`:
   *   put
   *   them instead
   * @throws as `put`
   */
  abstract extend(vectorset: Vectorset, extensions: readonly VectorExtension[]): Promise<readonly string[]>;

  /**
   * Gives all vectors of each resource, in all vectorsets of the knowledge box, its new shared members, and the labels
   * given to its paragraphs, as `KeywordIndex.update` does: vectors stay.
   *
   * @throws AppError `unavailable`, `storage_full`
   */
  abstract update(kbid: string, resources: readonly IndexUpdate[]): Promise<void>;

  /** Deletes resources from all vectorsets of the knowledge box, as `KeywordIndex.delete` does. */
  abstract delete(
    kbid: string,
    resources: readonly { readonly rid: string; readonly version: number }[],
  ): Promise<void>;

  /** Deletes one vectorset. */
  abstract dropVectorset(kbid: string, id: string): Promise<void>;

  /** Deletes all vectorsets of the knowledge box. */
  abstract drop(kbid: string): Promise<void>;

  /**
   * Best first, ties by id, as long as there are at most `EQUAL_HITS_MAX` ties. An unknown vectorset has no hits.
   *
   * @throws AppError `invalid_request` for a limit out of range or a vector of another length, `cancelled`,
   *   `unavailable`
   */
  abstract search(vectorset: Vectorset, query: VectorQuery): Promise<readonly VectorHit[]>;

  /** Ids and versions of all indexed resources, in pages of at most `limit`, for verification and rebuilds. */
  abstract scroll(
    vectorset: Vectorset,
    limit: number,
    cursor?: string,
  ): Promise<{
    readonly resources: readonly { rid: string; version: number; vectors: number }[];
    readonly cursor?: string;
  }>;

  /**
   * Compares the stored vectors of resources with those that puts of these records would produce, as
   * `KeywordIndex.differing` does.
   *
   * @returns ids of the resources with different vectors; all when there is no index
   */
  abstract differing(vectorset: Vectorset, records: readonly VectorRecord[]): Promise<readonly string[]>;

  /**
   * Whether anything is stored for a vectorset, checked without reading it.
   *
   * @param options.whole reads the whole content, where the engine does not do so by itself
   * @throws DamagedIndexError, AppError `unavailable`
   */
  abstract inspect(vectorset: Vectorset, options?: { readonly whole?: boolean }): Promise<'held' | 'absent'>;

  /** @throws AppError `unavailable` with the reason why a search would fail */
  abstract check(): Promise<void>;

  /** Number of vectors that pass `filter`, or of all, and bytes of the whole index. */
  abstract count(
    vectorset: Vectorset,
    filter?: IndexFilter,
  ): Promise<{ readonly vectors: number; readonly sizeBytes: number }>;

  /** Closes files and connections; nothing is lost. */
  abstract close(): Promise<void>;
}
