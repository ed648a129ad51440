import { type StoredParagraph, resourceOf } from '@lectern/contracts/core';
import type { AugmentationType, AugmentedBlock, AugmentedContext } from '@lectern/contracts/search';
import type { Resource } from '@lectern/contracts/knowledge-box';
import { codePointLength, countTokens, textWithinTokens } from '@lectern/text';
import type { ContextImage } from '@lectern/contracts/understanding';

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

/** Share of the window left free, because models count tokens differently. */
const MARGIN = 0.1;
/** Largest share of the window for answer, history and prompts together; the context has to fit into the rest. */
const OTHERS_SHARE_MAX = 0.75;
/** Texts rarely have more characters per token. */
const CHARS_PER_TOKEN_MAX = 8;

export interface Window {
  /** The model's token limit. */
  readonly modelTokensMax: number;
  /** Largest context that the request wants, in tokens. */
  readonly wanted?: number;
  /** Token limit of the answer. */
  readonly answerTokensMax?: number;
  /** Texts the model reads besides the context. */
  readonly others: readonly string[];
}

/** Tokens left for the context. */
export function contextTokens({ modelTokensMax, wanted, answerTokensMax = 0, others }: Window): number {
  const room = Math.floor(modelTokensMax * (1 - MARGIN));
  const othersMax = Math.floor(room * OTHERS_SHARE_MAX);
  let used = Math.min(answerTokensMax, othersMax);
  for (const text of others) {
    if (used >= othersMax) break;
    used += countTokens(text, othersMax - used);
  }
  return Math.max(1, Math.min(wanted ?? room, room - Math.min(used, othersMax)));
}

/** Entries that fit; entries added last are dropped first. */
export function withinWindow(entries: readonly ContextEntry[], tokensMax: number): readonly ContextEntry[] {
  const bytes = entries.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (bytes <= tokensMax) return entries;
  const kept: ContextEntry[] = [];
  let left = tokensMax;
  for (const entry of entries) {
    const count = countTokens(entry.text, left);
    if (count > left) {
      const text = textWithinTokens(entry.text, left);
      return text.trim() === '' ? kept : [...kept, { ...entry, text }];
    }
    kept.push(entry);
    left -= count;
  }
  return kept;
}

/** Estimates whether more could fit, without counting tokens. */
export function hasRoom(entries: readonly ContextEntry[], tokensMax: number): boolean {
  return entries.reduce((sum, { text }) => sum + text.length, 0) < tokensMax * CHARS_PER_TOKEN_MAX;
}

const CALLERS = /^(USER_(IMAGE_)?CONTEXT_\d+|QUERY_IMAGE)$/;

/**
 * The part of the context that strategies added to the results, and the cited texts that the caller sent.
 *
 * @param cited keys of the context that the answer names
 */
export function augmentedContext(
  entries: readonly ContextEntry[],
  images: readonly ContextImage[],
  cited: ReadonlySet<string>,
): AugmentedContext {
  const blocks = entries.flatMap(({ key, text, augmentation }) => {
    if (!augmentation) return [];
    const { isField, type, position, parent } = augmentation;
    const block: AugmentedBlock = {
      id: key,
      text,
      ...(position && { position }),
      ...(parent !== undefined && { parent }),
      augmentation_type: type,
    };
    return [{ isField, block }];
  });
  const given = entries.filter(({ key }) => CALLERS.test(key) && cited.has(key));
  const pictures = images.flatMap(({ key = '', contentType }) =>
    CALLERS.test(key) && cited.has(key) ? [{ key, text: contentType }] : [],
  );
  return {
    paragraphs: byId([
      ...[...given, ...pictures].map(({ key, text }) => ({
        id: key,
        text,
        augmentation_type: 'field_extension' as const,
      })),
      ...blocks.filter(({ isField }) => !isField).map(({ block }) => block),
    ]),
    fields: byId(blocks.filter(({ isField }) => isField).map(({ block }) => block)),
  };
}

function byId(blocks: readonly AugmentedBlock[]): Readonly<Record<string, AugmentedBlock>> {
  return Object.fromEntries(blocks.map((block) => [block.id, block]));
}
