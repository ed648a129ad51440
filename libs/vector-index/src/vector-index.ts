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

/** What a search by meaning asks for. */
export interface VectorQuery {
  /** Unit length, as many values as the vectorset has dimensions. */
  readonly vector: Float32Array;
  /** Which paragraphs count; all when absent. */
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

/** Hits among which equal ones are ordered by their ids before the limit cuts them off; of more, the engine chooses. */
export const EQUAL_HITS_MAX = 2_000;

/** Best first, ties by id. @param best greatest score of each id */
export function bestOf(best: ReadonlyMap<string, number>, limit: number): VectorHit[] {
  const hits = [...best].map(([id, score]) => ({ id, score }));
  return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit);
}

/** Vectors that come to those that are held of a resource. */
export interface VectorExtension extends VectorRecord {
  /** In memory, unlike those of a put. */
  readonly vectors: readonly IndexedVector[];
  /** The version that is to be held at least: in an earlier one something is missing that these do not bring. */
  readonly since: number;
}

/**
 * Paragraphs by meaning. Cosine over unit vectors, filters applied before scoring. Large vectorsets are searched by
 * parts: a few of the nearest may be missing, but a filter that leaves fewer than the limit leaves nothing out.
 * Writes are durable and searchable when the promise resolves.
 */
export abstract class VectorIndex {
  /**
   * Boxes whose index was found damaged or missing while it was used. What is asked of a damaged one ends with
   * `DamagedIndexError` until the box, or the vectorset, is dropped.
   */
  readonly damage = new DamageReports();

  /** Boxes whose last searches failed, although nothing was found damaged. */
  readonly unanswered = new UnansweredBoxes();

  /**
   * Replaces all vectors of each resource in this vectorset. A record whose version is lower than the one held, or than
   * the version of a delete, is ignored; an equal version is written again. A record without vectors keeps its version.
   *
   * @throws AppError `unavailable`, `storage_full`; `invalid_request` when a vector, or the vectorset as it is held,
   *   has another length
   */
  abstract put(vectorset: Vectorset, records: readonly VectorRecord[]): Promise<void>;

  /**
   * Adds vectors to what is held of each resource in this vectorset, and replaces those of the same paragraphs, as
   * `KeywordIndex.extend` does.
   *
   * @returns ids of resources that were not extended, since they are not held, or only in a version before `since`: put
   *   them instead
   * @throws as `put`
   */
  abstract extend(vectorset: Vectorset, extensions: readonly VectorExtension[]): Promise<readonly string[]>;

  /**
   * Gives everything that is held of each resource, in all vectorsets of the knowledge box, the resource's new shared
   * members, and the labels that are given to its paragraphs, as `KeywordIndex.update` does: vectors stay.
   *
   * @throws AppError `unavailable`, `storage_full`
   */
  abstract update(kbid: string, resources: readonly IndexUpdate[]): Promise<void>;

  /** Forgets resources in all vectorsets of the knowledge box, as `KeywordIndex.delete` does. */
  abstract delete(
    kbid: string,
    resources: readonly { readonly rid: string; readonly version: number }[],
  ): Promise<void>;

  /** Forgets one vectorset. */
  abstract dropVectorset(kbid: string, id: string): Promise<void>;

  /** Forgets the knowledge box. */
  abstract drop(kbid: string): Promise<void>;

  /**
   * Best first, ties by id, as far as there are at most `EQUAL_HITS_MAX` of them. An unknown vectorset has no hits.
   *
   * @throws AppError `invalid_request` for a limit out of range or a vector of another length, `cancelled`,
   *   `unavailable`
   */
  abstract search(vectorset: Vectorset, query: VectorQuery): Promise<readonly VectorHit[]>;

  /** Ids and versions of all resources held, in pages of at most `limit`, for verification and rebuilds. */
  abstract scroll(
    vectorset: Vectorset,
    limit: number,
    cursor?: string,
  ): Promise<{
    readonly resources: readonly { rid: string; version: number; vectors: number }[];
    readonly cursor?: string;
  }>;

  /**
   * Compares what is held of resources with what puts of these records would make it, as `KeywordIndex.differing` does.
   *
   * @returns ids of the resources of which other vectors are held; all when nothing is
   */
  abstract differing(vectorset: Vectorset, records: readonly VectorRecord[]): Promise<readonly string[]>;

  /**
   * Whether anything is stored for a vectorset, judged without reading it.
   *
   * @param options.whole reads all that is held, where the engine does not do so by itself
   * @throws DamagedIndexError, AppError `unavailable`
   */
  abstract inspect(vectorset: Vectorset, options?: { readonly whole?: boolean }): Promise<'held' | 'absent'>;

  /** @throws AppError `unavailable` with the reason when a search would not succeed */
  abstract check(): Promise<void>;

  /** Vectors that `filter` keeps, all of them without one, and the bytes of all that is held. */
  abstract count(
    vectorset: Vectorset,
    filter?: IndexFilter,
  ): Promise<{ readonly vectors: number; readonly sizeBytes: number }>;

  /** Lets go of files and connections; nothing is lost. */
  abstract close(): Promise<void>;
}
