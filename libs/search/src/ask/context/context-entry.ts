import type { StoredParagraph } from '@lectern/contracts/core';
import { resourceOf } from '@lectern/contracts/core';
import type { AugmentationType, AugmentedBlock } from '@lectern/contracts/search';
import type { Resource } from '@lectern/contracts/knowledge-box';
import { codePointLength } from '@lectern/text';

/** What a strategy added. */
export interface Augmentation {
  /** Whether the text is a whole field. */
  readonly isField: boolean;
  readonly type: AugmentationType;
  /** Key of the paragraph that was found. */
  readonly parent?: string;
  readonly position?: AugmentedBlock['position'];
}

/** One text that the model is given. */
export interface ContextEntry {
  /** Id of a paragraph, field or message; `USER_CONTEXT_n` for what the caller gave. */
  readonly key: string;
  readonly text: string;
  readonly title?: string;
  readonly language?: string;
  /** Resource that it is of; absent for what the caller gave. */
  readonly rid?: string;
  /** Absent for what was found and what the caller gave. */
  readonly augmentation?: Augmentation;
}

type Resources = Readonly<Record<string, Resource>>;

/** Texts of the caller. */
export function userEntries(texts: readonly string[] | null | undefined): ContextEntry[] {
  return (texts ?? []).map((text, at) => ({ key: `USER_CONTEXT_${at}`, text }));
}

/** A paragraph as the model gets it. */
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

/** Entries with others behind them; of those with the same key the first one stays. */
export function withEntries(entries: readonly ContextEntry[], more: readonly ContextEntry[]): readonly ContextEntry[] {
  const known = new Set<string>();
  const isNew = ({ key, text }: ContextEntry) => text.trim() !== '' && !known.has(key) && known.add(key);
  return [...entries, ...more].filter(isNew);
}

/** Where a paragraph is in its field. */
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

/** Where a text is that begins its field or message. */
export function wholePosition(text: string): AugmentedBlock['position'] {
  return { index: 0, start: 0, end: codePointLength(text) };
}
