import type { ChatRequest } from '@lectern/contracts/understanding';
import type { ContextEntry } from '@lectern/language';
import { sureLanguage } from './sure-language';

type Contexts = Pick<ChatRequest, 'query_context' | 'query_context_order'>;

/** Texts of a question in the order for the model; keys of a list count from 1. */
export function contextOf({ query_context: texts, query_context_order: order }: Contexts): ContextEntry[] {
  const entries = Array.isArray(texts)
    ? texts.map((text, index) => [String(index + 1), text] as const)
    : Object.entries(texts);
  const positionOf = (key: string) => (Object.hasOwn(order, key) ? (order[key] ?? Infinity) : Infinity);
  return entries
    .map(([key, text]) => ({ key, text, language: sureLanguage(text) || undefined, position: positionOf(key) }))
    .sort((a, b) => (a.position === b.position ? 0 : a.position - b.position))
    .map(({ position: _, ...entry }) => entry);
}

/** The texts by their scores, best first, and the scores by key. */
export function reranked(
  context: readonly ContextEntry[],
  scores: readonly number[],
): { readonly context: ContextEntry[]; readonly scores: Readonly<Record<string, number>> } {
  const scored = context.map((entry, index) => ({ entry, score: scores[index] ?? 0 }));
  return {
    context: scored.toSorted((a, b) => b.score - a.score).map(({ entry }) => entry),
    scores: Object.fromEntries(scored.map(({ entry, score }) => [entry.key, score])),
  };
}
