import type {
  IndexedParagraph,
  IndexFilter,
  IndexUpdate,
  KeywordRecord,
  StoredParagraph,
} from '@lectern/contracts/core';
import { DamageReports, UnansweredBoxes } from '@lectern/index-engine';

/** A word that may be misspelt or unfinished: folded, unstemmed, looked for among the paragraphs' `words`. */
export interface ApproximateWord {
  /** Without blanks. */
  readonly word: string;
  /** Letters that may be wrong, missing, too many or swapped with the next one. */
  readonly edits: 0 | 1;
  /** Whether words that begin with it match, too. */
  readonly prefix: boolean;
}

/** What is ordered by instead of the score; ties by id. */
export interface DateOrder {
  /** The date of the resource; that of its origin takes precedence. */
  readonly by: 'created' | 'modified';
  /** Oldest first (`asc`) or newest first (`desc`). */
  readonly direction: 'asc' | 'desc';
}

/** What a search by words asks for. */
export interface KeywordQuery {
  /**
   * OR-ed, ranked by BM25; empty keeps all, newest first. Stemmed as the paragraphs' `terms` are. One that is there
   * several times weighs so many times as much.
   */
  readonly terms: readonly string[];
  /** Each a sequence of unstemmed words that must occur side by side to count; OR-ed with the terms. */
  readonly phrases: readonly (readonly string[])[];
  /** Stemmed terms; a paragraph with one of them is left out. */
  readonly excluded: readonly string[];
  /** Sequences of unstemmed words; a paragraph in which one stands side by side is left out. None when absent. */
  readonly excludedPhrases?: readonly (readonly string[])[];
  /**
   * OR-ed with terms and phrases, at most `APPROXIMATE_WORDS_MAX`. A beginning stands for some
   * `APPROXIMATIONS_PER_WORD_MAX` words of the box, of more for the most frequent.
   */
  readonly approximate?: readonly ApproximateWord[];
  /** Which paragraphs count; all when absent. */
  readonly filter?: IndexFilter;
  /** Of all these only paragraphs of these ids, at most `IDS_MAX`; all when absent. */
  readonly ids?: readonly string[];
  /** 0..`HITS_MAX`. */
  readonly limit: number;
  /** How many of the best hits are read next: an engine may do so with the search. Any number of them when absent. */
  readonly textsMax?: number;
  /** Absent: by score, and newest first where there is nothing to rank by. */
  readonly order?: DateOrder;
  /** Up to how many matches are counted, at most `MATCHES_COUNTED_MAX`; not at all when absent. */
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
  /** BM25, > 0, comparable within one answer only: what was written lately may be counted into the statistics late. */
  readonly score: number;
}

/** The answer to a query. */
export interface KeywordHits {
  /** Best first, ties by id; past `HITS_MAX` equal ones it is open which of them fit into the limit. */
  readonly hits: readonly KeywordHit[];
  /** Whether more than `limit` matched. */
  readonly more: boolean;
  /** Terms of the query that some hit has; absent when the engine does not look. Others may be in other paragraphs. */
  readonly termsFound?: readonly string[];
  /** Ids of the hits that have a term of the query as it is said; absent when the engine does not look. */
  readonly withTerms?: readonly string[];
  /**
   * How many matched, `countMax` when there are as many or more; absent when they are not counted. Where at most
   * `OWN_MATCHES_MAX` matched, those that match by their `titleTerms` alone are not among them, as far as the query has
   * at most `TITLE_TERMS_MAX` terms.
   */
  readonly total?: number;
}

type Excluding = 'excluded' | 'excludedPhrases';

/** What is left out of a search. */
export type Exclusions = Pick<KeywordQuery, Excluding>;

/** What paragraphs must match to be counted in facets; those without anything to rank by by their filter alone. */
export type FacetScope = Partial<
  Pick<KeywordQuery, 'terms' | 'phrases' | Excluding | 'approximate' | 'filter' | 'signal'>
>;

/** Hits of one search. */
export const HITS_MAX = 5_000;
/** Matches of one search that are counted. */
export const MATCHES_COUNTED_MAX = 10_000;
/** Matches of one search that are looked at one by one: those by their titles alone do not count. Of more, all do. */
export const OWN_MATCHES_MAX = 200;
/** Terms of one search that are distinguished from those of titles; of more, the others count wherever they are. */
export const TITLE_TERMS_MAX = 32;
/** Paragraphs of one search that are named by their ids. */
export const IDS_MAX = 500;
/** Words of one search that may be misspelt or unfinished. */
export const APPROXIMATE_WORDS_MAX = 16;
/** Words of the box that one beginning stands for. */
export const APPROXIMATIONS_PER_WORD_MAX = 50;

/** How records are written. */
export interface PutOptions {
  /** False for one of many puts, after which `refresh` is called: an engine may then be much faster. Default: true. */
  readonly searchable?: boolean;
}

/** Paragraphs that come to those that are held of a resource. */
export interface KeywordExtension extends KeywordRecord {
  /** In memory, unlike those of a put. */
  readonly paragraphs: readonly IndexedParagraph[];
  /** The version that is to be held at least: in an earlier one something is missing that these do not bring. */
  readonly since: number;
}

/** Where a scroll stands: pass it back to go on. Opaque. */
export type ScrollCursor = string;

/**
 * Paragraphs by words. One logical index per knowledge box (`kbid`, hyphenated UUID), made on first put.
 * Writes are durable and searchable when the promise resolves, unless the caller does without the latter.
 */
export abstract class KeywordIndex {
  /**
   * Boxes whose index was found damaged or missing while it was used. What is asked of a damaged one ends with
   * `DamagedIndexError` until the box is dropped.
   */
  readonly damage = new DamageReports();

  /** Boxes whose last searches failed, although nothing was found damaged. */
  readonly unanswered = new UnansweredBoxes();

  /**
   * Replaces all that is held of each resource. A record whose version is lower than the one held, or than the version
   * of a delete, is ignored; an equal version is written again. Concurrent puts of different resources are safe. What
   * is not to be searchable at once may be found, read, counted and scrolled over late, after `refresh` at the latest.
   *
   * @throws AppError `unavailable` when the engine is away, `storage_full` when it cannot store more
   */
  abstract put(kbid: string, records: readonly KeywordRecord[], options?: PutOptions): Promise<void>;

  /**
   * Adds paragraphs to what is held of each resource, replaces those of the same ids, and leaves all others as they
   * are: these keep the shared members that they were put or updated with last. The version of the resource is that of
   * the extension from then on. One whose version is lower than the one held, or than the version of a delete, is
   * ignored; an equal version is written again. Extensions of one resource come one after the other, and none while
   * the resource is put in the same version.
   *
   * @returns ids of resources that were not extended, since they are not held, or only in a version before `since`: put
   *   them instead
   * @throws AppError `unavailable` when the engine is away, `storage_full` when it cannot store more
   */
  abstract extend(kbid: string, extensions: readonly KeywordExtension[]): Promise<readonly string[]>;

  /**
   * Gives everything that is held of each resource the resource's new shared members: version, dates, groups, hidden,
   * labels; and its paragraphs the labels that are given to them, if the update has these. Texts, terms and all other
   * labels stay. An update whose version is lower than the one held, or
   * than the version of a delete, is ignored. Resources that are not held, and unknown knowledge boxes, are left alone:
   * nothing about them is remembered. Concurrent updates and puts are safe; searchable when the promise resolves.
   *
   * @throws AppError `unavailable` when the engine is away, `storage_full` when it cannot store more
   */
  abstract update(kbid: string, resources: readonly IndexUpdate[]): Promise<void>;

  /** Makes searchable all that was put. An unknown knowledge box is no error. @throws AppError `unavailable` */
  abstract refresh(kbid: string): Promise<void>;

  /**
   * Forgets resources up to the given versions; what is held in a higher version stays. Older puts that come late are
   * ignored for as long as the engine remembers the deletion: a minute at least, but not through a restart.
   * Unknown ones are no error.
   */
  abstract delete(
    kbid: string,
    resources: readonly { readonly rid: string; readonly version: number }[],
  ): Promise<void>;

  /** Forgets the knowledge box. */
  abstract drop(kbid: string): Promise<void>;

  /**
   * An unknown knowledge box has no hits. Filters, security groups among them, apply before ranking and limit.
   *
   * @throws AppError `invalid_request` for a limit out of range, `cancelled` when `signal` aborts, `unavailable`
   */
  abstract search(kbid: string, query: KeywordQuery): Promise<KeywordHits>;

  /** What is held of these paragraphs, in the order requested; unknown ids are left out. At most 500 ids. */
  abstract read(kbid: string, ids: readonly string[]): Promise<readonly StoredParagraph[]>;

  /**
   * How many paragraphs carry each direct child of each label path (`/l/topics` counts `/l/topics/greek`, …), at most
   * 50 children a path, most frequent first; `language` is its own path: `/language`. Of those that match words, the
   * `MATCHES_COUNTED_MAX` best are counted at least, and none that match by their `titleTerms` alone, as far as `total`
   * leaves them out.
   */
  abstract facets(
    kbid: string,
    paths: readonly string[],
    scope?: FacetScope,
  ): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>>;

  /** Ids and versions of all resources held, in pages of at most `limit`, for verification and rebuilds. */
  abstract scroll(
    kbid: string,
    limit: number,
    cursor?: ScrollCursor,
  ): Promise<{
    readonly resources: readonly { rid: string; version: number; paragraphs: number }[];
    readonly cursor?: ScrollCursor;
  }>;

  /**
   * Compares what is held of resources with what puts of these records would make it: texts, terms, labels, dates and
   * all that is filtered by. Reads it once, in pages.
   *
   * @returns ids of the resources of which other paragraphs are held; all when nothing is
   */
  abstract differing(kbid: string, records: readonly KeywordRecord[]): Promise<readonly string[]>;

  /**
   * Whether anything is stored for a box, judged without reading it.
   *
   * @param options.whole reads all that is held, where the engine does not do so by itself
   * @throws DamagedIndexError, AppError `unavailable`
   */
  abstract inspect(kbid: string, options?: { readonly whole?: boolean }): Promise<'held' | 'absent'>;

  /** @throws AppError `unavailable` with the reason when a search would not succeed */
  abstract check(): Promise<void>;

  /** Paragraphs that `filter` keeps, all of them without one, and the bytes of all that is held. */
  abstract count(
    kbid: string,
    filter?: IndexFilter,
  ): Promise<{ readonly paragraphs: number; readonly sizeBytes: number }>;

  /** Lets go of files and connections; nothing is lost. */
  abstract close(): Promise<void>;
}
