/** Kinds of paragraphs. */
export const paragraphKinds = ['TEXT', 'OCR', 'INCEPTION', 'DESCRIPTION', 'TRANSCRIPT', 'TITLE', 'TABLE'] as const;
/**
 * Source of a paragraph: running text, a picture (`OCR`), spoken words (`TRANSCRIPT`) or a table; or the
 * `TITLE` or `DESCRIPTION` of its resource. `INCEPTION` does not occur in this version.
 */
export type ParagraphKind = (typeof paragraphKinds)[number];

/** One paragraph as an index holds it: the texts to search, the values to filter by, and the members of a hit. */
export interface IndexedParagraph {
  /** `{rid}/{letter}/{field}[/{split}]/{start}-{end}`, offsets in code points. */
  readonly id: string;
  /** `{letter}/{id}`, such as `t/body`. */
  readonly field: string;
  /** Text as it is shown. */
  readonly text: string;
  /** Stemmed terms in order, separated by single spaces, stop words left out. */
  readonly terms: string;
  /**
   * Folded, unstemmed words in order, separated by single spaces, stop words kept: for phrases and for words no stemmer
   * knows.
   */
  readonly words: string;
  /**
   * Of `terms`, those of the title of its resource that its own text lacks: it is found by them, but not counted.
   * Absent without such terms.
   */
  readonly titleTerms?: readonly string[];
  /** ISO 639-1, or empty. */
  readonly language: string;
  /** The source of its text. */
  readonly kind: ParagraphKind;
  /** Paths beginning with `/`, of the paragraph and its field. */
  readonly labels: readonly string[];
  /** Position among the paragraphs of the field, from 0. */
  readonly index: number;
  /** First code point in the text of its field. */
  readonly start: number;
  /** End, exclusive, in code points. */
  readonly end: number;
  /** Page from 0; 0 where there are no pages. */
  readonly page: number;
  /** Whether a picture of its page says more. */
  readonly pageWithVisual?: boolean;
  /** Whether it is a table. */
  readonly isTable?: boolean;
  /** File with a picture of it. */
  readonly reference?: string;
  /** Seconds at which what it says begins. */
  readonly startSeconds?: readonly number[];
  /** Seconds at which what it says ends. */
  readonly endSeconds?: readonly number[];
}

/** Terms by which a paragraph is found. */
export type SearchedMember = 'terms' | 'words' | 'titleTerms';

/** A paragraph as it is shown, with what its resource shares. */
export type StoredParagraph = Omit<IndexedParagraph, SearchedMember> & {
  readonly rid: string;
  readonly resourceLabels: readonly string[];
  readonly resourceTitle: string;
};

/** The id of the resource that a paragraph is of. */
export function resourceOf(paragraphId: string): string {
  return paragraphId.slice(0, paragraphId.indexOf('/'));
}

/** The ids of the resources that these paragraphs are of, each once. */
export function resourcesOf(paragraphIds: readonly string[]): string[] {
  return [...new Set(paragraphIds.map(resourceOf))];
}

/** Members that all paragraphs of a resource share in an index. */
export interface IndexedResource {
  /** 32 hex digits. */
  readonly rid: string;
  /** Grows with every change; an index ignores versions older than its own. */
  readonly version: number;
  /** Milliseconds since the epoch; the date of the origin takes precedence. */
  readonly createdMs: number;
  /** Milliseconds since the epoch; the date of the origin takes precedence. */
  readonly modifiedMs: number;
  /** Whether searches leave it out. */
  readonly hidden: boolean;
  /** Empty means public. */
  readonly groups: readonly string[];
  /** Paths of the resource: classifications, icon, languages, origin. */
  readonly labels: readonly string[];
}

/**
 * Things in their order, which may be made while they are iterated, so that a large resource is never in memory as a
 * whole. It can be gone through several times; parts of things, such as their labels, may be shared.
 */
export interface Sequence<T> extends Iterable<T> {
  /** How many there are. */
  readonly length: number;
}

/**
 * The same for data too large for memory: in pages, each read when the iteration reaches it. Reading
 * ends with an AppError when a page cannot be read.
 */
export interface PagedSequence<T> {
  /** How many things there are on all pages. */
  readonly length: number;
  /** All things, page by page, in order. */
  pages(): AsyncIterable<Iterable<T>>;
}

/** A sequence, on pages or not. */
export type AnySequence<T> = Sequence<T> | PagedSequence<T>;

/** All of it; a single page when it is not paged. */
export function pagesOf<T>(things: AnySequence<T>): AsyncIterable<Iterable<T>> | Iterable<Iterable<T>> {
  return 'pages' in things ? things.pages() : [things];
}

/** Undefined without one. */
export async function firstOf<T>(things: AnySequence<T>): Promise<T | undefined> {
  for await (const page of pagesOf(things)) {
    const [first] = page;
    if (first !== undefined) return first;
  }
  return undefined;
}

/** Each page as `change` returns it, during the iteration. */
export function changed<I, O>(things: AnySequence<I>, change: (page: Iterable<I>) => Iterable<O>): AnySequence<O> {
  if (!('pages' in things))
    return { length: things.length, [Symbol.iterator]: () => change(things)[Symbol.iterator]() };
  async function* changedPages(): AsyncGenerator<Iterable<O>> {
    for await (const page of pagesOf(things)) yield change(page);
  }
  return { length: things.length, pages: changedPages };
}

/** One resource with everything a keyword index holds of it. */
export interface KeywordRecord {
  /** Members that all of its paragraphs share. */
  readonly resource: IndexedResource;
  /** Given back with each paragraph, not searched. */
  readonly title: string;
  /** In the order of the resource. */
  readonly paragraphs: AnySequence<IndexedParagraph>;
}

/** A paragraph's vector and the values to filter it by. */
export interface IndexedVector {
  /** Id of the paragraph. */
  readonly id: string;
  /** `{letter}/{id}`, such as `t/body`. */
  readonly field: string;
  /** ISO 639-1, or empty. */
  readonly language: string;
  /** Paths of the paragraph and its field. */
  readonly labels: readonly string[];
  /** Unit length. */
  readonly vector: Float32Array;
}

/** One resource with all its vectors of one vectorset. */
export interface VectorRecord {
  /** Members that all of its vectors share. */
  readonly resource: IndexedResource;
  /** In the order of its paragraphs. */
  readonly vectors: AnySequence<IndexedVector>;
}
