import { countTokens, textWithinTokens } from '@lectern/text';
import type { ContextEntry } from './context-entry';

/** What of the window stays free, because models count differently. */
const MARGIN = 0.1;
/** What answer, history and prompts together may take of the window before the context does. */
const OTHERS_SHARE_MAX = 0.75;
/** Texts with more of them are rare. */
const CHARS_PER_TOKEN_MAX = 8;

export interface Window {
  /** Tokens that the model takes. */
  readonly modelTokensMax: number;
  /** Tokens of the context that the request wants at most. */
  readonly wanted?: number;
  /** Tokens that the answer may have. */
  readonly answerTokensMax?: number;
  /** What the model reads besides the context. */
  readonly others: readonly string[];
}

/** Tokens that are left for the context. */
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

/** What fits, cut from the end: what was added last goes first. */
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

/** Whether more could fit, by a guess that needs no counting. */
export function hasRoom(entries: readonly ContextEntry[], tokensMax: number): boolean {
  return entries.reduce((sum, { text }) => sum + text.length, 0) < tokensMax * CHARS_PER_TOKEN_MAX;
}
