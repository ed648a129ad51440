import { countTokens, textWithinTokens } from '@lectern/text';
import type { ContextEntry } from './context-entry';

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
