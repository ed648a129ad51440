import type { StoredParagraph } from '@lectern/contracts/core';
import { resourceOf } from '@lectern/contracts/core';
import type { AugmentationType, AugmentedBlock } from '@lectern/contracts/search';
import type { Resource } from '@lectern/contracts/knowledge-box';
import { codePointLength } from '@lectern/text';

/** How a strategy added the entry. */
export interface Augmentation {
  /** Whether the text is a whole field. */
  readonly isField: boolean;
  readonly type: AugmentationType;
  /** Key of the paragraph that led to this entry. */
  readonly parent?: string;
  readonly position?: AugmentedBlock['position'];
}

/** One text of the context. */
export interface ContextEntry {
  /** Id of a paragraph, field or message; `USER_CONTEXT_n` for texts that the caller sent. */
  readonly key: string;
  readonly text: string;
  readonly title?: string;
  readonly language?: string;
  /** Resource that the text belongs to; absent for texts that the caller sent. */
  readonly rid?: string;
  /** Absent for retrieved texts and texts that the caller sent. */
  readonly augmentation?: Augmentation;
}

type Resources = Readonly<Record<string, Resource>>;

/** Texts that the caller sent. */
export function userEntries(texts: readonly string[] | null | undefined): ContextEntry[] {
  return (texts ?? []).map((text, at) => ({ key: `USER_CONTEXT_${at}`, text }));
}

/** A paragraph as a context entry. */
export function paragraphEntry(paragraph: StoredParagraph, augmentation?: Augmentation): ContextEntry {
  return {
    key: paragraph.id,
    text: paragraph.text,
    rid: paragraph.rid,
    title: paragraph.resourceTitle || undefined,
    language: paragraph.language || undefined,
    ...(augmentation && { augmentation }),
  };
}

/** The text of a whole field. */
export function fieldEntry(
  fieldId: string,
  text: string,
  { resources, type }: { readonly resources: Resources; readonly type: AugmentationType },
): ContextEntry {
  const rid = resourceOf(fieldId);
  return {
    key: fieldId,
    text,
    rid,
    augmentation: { isField: true, type },
    title: resources[rid]?.title || undefined,
    language: resources[rid]?.metadata?.language || undefined,
  };
}

/** Appends entries; the first of several entries with the same key is kept. */
export function withEntries(entries: readonly ContextEntry[], more: readonly ContextEntry[]): readonly ContextEntry[] {
  const known = new Set<string>();
  const isNew = ({ key, text }: ContextEntry) => text.trim() !== '' && !known.has(key) && known.add(key);
  return [...entries, ...more].filter(isNew);
}

/** Position of a paragraph in its field. */
export function positionOf(paragraph: StoredParagraph): AugmentedBlock['position'] {
  const { page, index, start, end, startSeconds, endSeconds } = paragraph;
  return {
    page_number: page,
    index,
    start,
    end,
    ...(startSeconds && { start_seconds: startSeconds }),
    ...(endSeconds && { end_seconds: endSeconds }),
  };
}

/** Position of a text at the start of its field or message. */
export function wholePosition(text: string): AugmentedBlock['position'] {
  return { index: 0, start: 0, end: codePointLength(text) };
}
