import {
  type AnySequence,
  AppError,
  changed,
  type IndexedParagraph,
  type IndexedResource,
  type IndexUpdate,
  type KeywordRecord,
  relabelled,
  type StoredParagraph,
  shownLabels,
  withAncestors,
} from '@lectern/contracts/core';
import { clipWords, wordsOfLists } from '../keyword-words';
import { ownerPaths } from './label-owner';

/** Lucene's limit for an exact value. */
const EXACT_BYTES_MAX = 32_766;

/** A paragraph as stored in an index. */
export interface ParagraphDocument {
  readonly entry: 'paragraph';
  readonly rid: string;
  readonly version: number;
  readonly id: string;
  readonly terms: string;
  readonly words: string;
  /** The field, its type alone, and a `titleTermMark` for each title term that the paragraph lacks. */
  readonly fields: readonly string[];
  /** Labels of resource and paragraph, with their ancestors and their owners. */
  readonly labels: readonly string[];
  readonly language?: string;
  readonly groups: readonly string[];
  readonly public: boolean;
  readonly hidden: boolean;
  readonly created: number;
  readonly modified: number;
  readonly stored: StoredParagraph;
}

/**
 * Additional members of a resource's head document, which is its first paragraph, so that documents without words stay
 * rare: segments with such documents are merged at half the speed, since lengths are then looked up for each posting.
 */
export interface HeadMembers {
  /** Paragraphs have slot ids from 0 up to this number; a slot may be empty. */
  readonly slots: number;
  /** Time of the write, in milliseconds since the epoch. */
  readonly changed: number;
}

/** Represents a resource without paragraphs, or its deletion. */
export interface EmptyDocument {
  readonly entry: 'resource' | 'deletion';
  readonly rid: string;
  readonly version: number;
}

export type HeadDocument = (ParagraphDocument | EmptyDocument) & HeadMembers;

/** All documents of an extension, the last one of each id. @throws as `paragraphDocuments` */
export function extendingDocuments(
  record: KeywordRecord & { readonly paragraphs: readonly IndexedParagraph[] },
): readonly ParagraphDocument[] {
  const byId = new Map<string, ParagraphDocument>();
  for (const document of documentsOf(record)(record.paragraphs)) byId.set(document.id, document);
  return [...byId.values()];
}

/** Created during iteration, which throws `invalid_request` at an id longer than an index can find. */
export function paragraphDocuments(record: KeywordRecord): AnySequence<ParagraphDocument> {
  return changed(record.paragraphs, documentsOf(record));
}

function documentsOf({ resource, title }: Omit<KeywordRecord, 'paragraphs'>) {
  const shared = sharedMembers(resource);
  const labelsOf = sharedLabels(resource);
  const titleTermsIn = wordsOfLists();
  return function* (page: Iterable<IndexedParagraph>): Generator<ParagraphDocument> {
    for (const paragraph of page)
      yield {
        ...shared,
        id: checkedId(paragraph.id),
        terms: clipWords(paragraph.terms),
        words: clipWords(paragraph.words),
        fields: [...fieldPaths(paragraph.field), ...titleTermsIn(paragraph.titleTerms ?? []).map(titleTermMark)].filter(
          isFindable,
        ),
        labels: labelsOf(paragraph.labels),
        ...(paragraph.language === '' ? {} : { language: paragraph.language }),
        stored: storedParagraph(resource, paragraph, title),
      };
  };
}

/** Paragraphs with the same label list share its paths. */
function sharedLabels(resource: IndexedResource): (own: readonly string[]) => readonly string[] {
  const known = new WeakMap<readonly string[], readonly string[]>();
  return (own) => {
    const paths = known.get(own) ?? labelPaths(resource.labels, own);
    known.set(own, paths);
    return paths;
  };
}

/** A paragraph read for an update, without the values that are derived from its stored labels. */
export type HeldParagraph = Omit<ParagraphDocument, 'labels'>;

/** Applies an update to a paragraph. */
export function updatedDocument(held: HeldParagraph, resource: IndexUpdate): ParagraphDocument {
  const labels = relabelled(held.stored, resource.given);
  return {
    ...held,
    ...sharedMembers(resource),
    labels: labelPaths(resource.labels, labels),
    stored: { ...held.stored, labels, resourceLabels: resource.labels },
  };
}

export function slotId(rid: string, slot: number): string {
  return slot === 0 ? rid : `${rid}/${slot}`;
}

function sharedMembers({ rid, version, groups, hidden, createdMs, modifiedMs }: IndexedResource) {
  return {
    entry: 'paragraph',
    rid,
    version,
    groups: groups.filter(isFindable),
    public: groups.length === 0,
    hidden,
    created: Math.round(createdMs),
    modified: Math.round(modifiedMs),
  } as const;
}

/**
 * Stored among the fields, because an additional mapping would require a copy of every index; no field begins like
 * this.
 */
export function titleTermMark(term: string): string {
  return ` ${term}`;
}

function fieldPaths(field: string): string[] {
  const slash = field.indexOf('/');
  return slash > 0 ? [field.slice(0, slash), field] : [field];
}

function labelPaths(resource: readonly string[], own: readonly string[]): string[] {
  const paths = [...resource, ...own, ...shownLabels(own)].flatMap(withAncestors);
  return [...new Set([...paths, ...ownerPaths(resource, own)])].filter(isFindable);
}

function isFindable(value: string): boolean {
  return Buffer.byteLength(value) <= EXACT_BYTES_MAX;
}

function checkedId(id: string): string {
  if (isFindable(id)) return id;
  throw new AppError('invalid_request', `A paragraph's id has at most ${EXACT_BYTES_MAX} bytes`);
}

function storedParagraph(
  { rid, labels }: IndexedResource,
  paragraph: IndexedParagraph,
  resourceTitle: string,
): StoredParagraph {
  const { terms: _terms, words: _words, titleTerms: _titleTerms, ...members } = paragraph;
  return { ...members, rid, resourceLabels: labels, resourceTitle };
}
