import type {
  IndexedParagraph,
  IndexFilter,
  IndexUpdate,
  KeywordRecord,
  StoredParagraph,
} from '@lectern/contracts/core';
import { DamageReports, UnansweredBoxes } from '@lectern/index-engine';

/** A word that may be misspelt or unfinished: folded, unstemmed, matched against the paragraphs' `words`. */
export interface ApproximateWord {
  /** Without blanks. */
  readonly word: string;
  /** Letters that may be wrong, missing, extra or swapped with the next one. */
  readonly edits: 0 | 1;
  /** Whether longer words that begin with it match, too. */
  readonly prefix: boolean;
}

/** An order by date instead of score; ties by id. */
export interface DateOrder {
  /** The date of the resource; that of its origin takes precedence. */
  readonly by: 'created' | 'modified';
  /** Oldest first (`asc`) or newest first (`desc`). */
  readonly direction: 'asc' | 'desc';
}

/** A search by words. */
export interface KeywordQuery {
  /**
   * OR-ed, ranked by BM25; an empty list matches everything, newest first. Stemmed like the paragraphs' `terms`. The
   * weight of a repeated term is multiplied by its number of repetitions.
   */
  readonly terms: readonly string[];
  /** Each a sequence of unstemmed words that must be adjacent to match; OR-ed with the terms. */
  readonly phrases: readonly (readonly string[])[];
  /** Stemmed terms; paragraphs with one of them are excluded. */
  readonly excluded: readonly string[];
  /** Sequences of unstemmed words; paragraphs in which the words of one are adjacent are excluded. None when absent. */
  readonly excludedPhrases?: readonly (readonly string[])[];
  /**
   * OR-ed with terms and phrases, at most `APPROXIMATE_WORDS_MAX`. A beginning expands to about
   * `APPROXIMATIONS_PER_WORD_MAX` words of the box; if there are more, to the most frequent ones.
   */
  readonly approximate?: readonly ApproximateWord[];
  /** Which paragraphs are searched; all when absent. */
  readonly filter?: IndexFilter;
  /** Restricts the search to paragraphs with these ids, at most `IDS_MAX`; no restriction when absent. */
  readonly ids?: readonly string[];
  /** 0..`HITS_MAX`. */
  readonly limit: number;
  /** How many of the best hits the caller reads next; an engine may read them with the search. Unknown when absent. */
  readonly textsMax?: number;
  /** Absent: by score, or newest first when there is nothing to rank by. */
  readonly order?: DateOrder;
  /** Matches are counted up to this number, at most `MATCHES_COUNTED_MAX`; not at all when absent. */
  readonly countMax?: number;
  /** BM25 score below which a hit is dropped, ≥ 0. */
  readonly minScore?: number;
  /** Aborts the search. */
  readonly signal?: AbortSignal;
}

/** A paragraph that matches. */
export interface KeywordHit {
  /** Id of the paragraph. */
  readonly id: string;
  /** BM25, > 0, comparable within one answer only: recent writes may enter the statistics late. */
  readonly score: number;
}

/** The answer to a query. */
export interface KeywordHits {
  /** Best first, ties by id; which of the ties past `HITS_MAX` are included is undefined. */
  readonly hits: readonly KeywordHit[];
  /** Whether more than `limit` matched. */
  readonly more: boolean;
  /**
   * Query terms that at least one of the hits has; absent when the engine does not look. Other paragraphs may have
   * others.
   */
  readonly termsFound?: readonly string[];
  /** Ids of the hits that have a query term exactly; absent when the engine does not look. */
  readonly withTerms?: readonly string[];
  /**
   * Number of matches, capped at `countMax`; absent when not counted. If at most `OWN_MATCHES_MAX` matched, matches by
   * `titleTerms` alone are not counted, as long as the query has at most `TITLE_TERMS_MAX` terms.
   */
  readonly total?: number;
}

type Excluding = 'excluded' | 'excludedPhrases';

/** Terms and phrases that exclude paragraphs from a search. */
export type Exclusions = Pick<KeywordQuery, Excluding>;

/** The words and filter that paragraphs must match to be counted in facets; without words, the filter alone. */
export type FacetScope = Partial<
  Pick<KeywordQuery, 'terms' | 'phrases' | Excluding | 'approximate' | 'filter' | 'signal'>
>;

/** Hits of one search. */
export const HITS_MAX = 5_000;
/** Matches of one search that are counted. */
export const MATCHES_COUNTED_MAX = 10_000;
/**
 * Matches of one search that are checked individually, so that matches by title alone are not counted. If more match,
 * all are counted.
 */
export const OWN_MATCHES_MAX = 200;
/** Terms of one search that are distinguished from title terms; further terms count wherever they occur. */
export const TITLE_TERMS_MAX = 32;
/** Paragraph ids in one search. */
export const IDS_MAX = 500;
/** Words of one search that may be misspelt or unfinished. */
export const APPROXIMATE_WORDS_MAX = 16;
/** Words of the box that match one beginning. */
export const APPROXIMATIONS_PER_WORD_MAX = 50;

/** Options of a put. */
export interface PutOptions {
  /** False for one of many puts that are followed by `refresh`; an engine may then be much faster. Default: true. */
  readonly searchable?: boolean;
}

/** Paragraphs to be added to an indexed resource. */
export interface KeywordExtension extends KeywordRecord {
  /** In memory, unlike the paragraphs of a put. */
  readonly paragraphs: readonly IndexedParagraph[];
  /** The minimum indexed version: earlier ones lack paragraphs that this extension does not contain. */
  readonly since: number;
}

/** Position of a scroll; pass it back to continue. Opaque. */
export type ScrollCursor = string;

/**
 * Keyword search over paragraphs. One logical index per knowledge box (`kbid`, hyphenated UUID), created by the first
 * put. Writes are durable and searchable when the promise resolves, unless the caller gives up searchability.
 */
export abstract class KeywordIndex {
  /**
   * Boxes whose index turned out damaged or missing in use. Every call for a damaged one throws `DamagedIndexError`
   * until the box is dropped.
   */
  readonly damage = new DamageReports();

  /** Boxes whose latest searches failed without a detected damage. */
  readonly unanswered = new UnansweredBoxes();

  /**
   * Replaces the whole content of each resource. A record with a version lower than the indexed one, or than that of a
   * delete, is ignored; one with an equal version is written again. Concurrent puts of different resources are safe.
   * Records that need not be searchable at once may become visible to search, read, count and scroll later, but no
   * later than `refresh`.
   *
   * @throws AppError `unavailable` when the engine is away, `storage_full` when it cannot store more
   */
  abstract put(kbid: string, records: readonly KeywordRecord[], options?: PutOptions): Promise<void>;

  /**
   * Adds paragraphs to each resource, replaces those with the same ids, and leaves all others unchanged: they keep the
   * shared members of their last put or update. The extension sets the version of the resource. An extension with a
   * version lower than the indexed one, or than that of a delete, is ignored; one with an equal version is written
   * again. Extensions of one resource must not overlap each other, nor a put of the resource in the same version.
   *
   * @returns ids of resources that were not extended because they are not indexed, or only in a version before `since`:
   *   put
   *   them instead
   * @throws AppError `unavailable` when the engine is away, `storage_full` when it cannot store more
   */
  abstract extend(kbid: string, extensions: readonly KeywordExtension[]): Promise<readonly string[]>;

  /**
   * Gives all paragraphs of each resource its new shared members: version, dates, groups, hidden, labels; and the
   * paragraphs their own labels, if the update has any. Texts, terms and all other labels stay. An update with a
   * version lower than the indexed one, or than that of a delete, is ignored. Resources that are not indexed, and
   * unknown knowledge boxes, are ignored, too: nothing about them is stored. Concurrent updates and puts are safe;
   * searchable when the promise resolves.
   *
   * @throws AppError `unavailable` when the engine is away, `storage_full` when it cannot store more
   */
  abstract update(kbid: string, resources: readonly IndexUpdate[]): Promise<void>;

  /** Makes all puts searchable. An unknown knowledge box is no error. @throws AppError `unavailable` */
  abstract refresh(kbid: string): Promise<void>;

  /**
   * Deletes resources up to the given versions; higher versions stay. Older puts that arrive later are ignored as long
   * as the engine remembers the deletion: at least a minute, but not across a restart. Unknown resources are no error.
   */
  abstract delete(
    kbid: string,
    resources: readonly { readonly rid: string; readonly version: number }[],
  ): Promise<void>;

  /** Deletes the index of the knowledge box. */
  abstract drop(kbid: string): Promise<void>;

  /**
   * An unknown knowledge box has no hits. Filters, security groups among them, apply before ranking and limit.
   *
   * @throws AppError `invalid_request` for a limit out of range, `cancelled` when `signal` aborts, `unavailable`
   */
  abstract search(kbid: string, query: KeywordQuery): Promise<KeywordHits>;

  /** The stored paragraphs with these ids, in the order requested, without unknown ones. At most 500 ids. */
  abstract read(kbid: string, ids: readonly string[]): Promise<readonly StoredParagraph[]>;

  /**
   * Counts the paragraphs under each direct child of each label path (`/l/topics` counts `/l/topics/greek`, …), at most
   * 50 children per path, most frequent first; `language` is its own path: `/language`. With words, at least the
   * `MATCHES_COUNTED_MAX` best matches are counted, without matches by `titleTerms` alone where `total` excludes them.
   */
  abstract facets(
    kbid: string,
    paths: readonly string[],
    scope?: FacetScope,
  ): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>>;

  /** Ids and versions of all indexed resources, in pages of at most `limit`, for verification and rebuilds. */
  abstract scroll(
    kbid: string,
    limit: number,
    cursor?: ScrollCursor,
  ): Promise<{
    readonly resources: readonly { rid: string; version: number; paragraphs: number }[];
    readonly cursor?: ScrollCursor;
  }>;

  /**
   * Compares the indexed content of resources with the content that puts of these records would produce: texts, terms,
   * labels, dates and all fields of filters. Iterates over the records once, in pages.
   *
   * @returns ids of the resources with different paragraphs; all when there is no index
   */
  abstract differing(kbid: string, records: readonly KeywordRecord[]): Promise<readonly string[]>;

  /**
   * Whether anything is stored for a box, checked without reading it.
   *
   * @param options.whole reads the whole content, where the engine does not do so by itself
   * @throws DamagedIndexError, AppError `unavailable`
   */
  abstract inspect(kbid: string, options?: { readonly whole?: boolean }): Promise<'held' | 'absent'>;

  /** @throws AppError `unavailable` with the reason why a search would fail */
  abstract check(): Promise<void>;

  /** Number of paragraphs that pass `filter`, or of all, and bytes of the whole index. */
  abstract count(
    kbid: string,
    filter?: IndexFilter,
  ): Promise<{ readonly paragraphs: number; readonly sizeBytes: number }>;

  /** Closes files and connections; nothing is lost. */
  abstract close(): Promise<void>;
}
