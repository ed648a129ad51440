import type { ParagraphsFound } from '@lectern/contracts/knowledge-box';
import { type ContextEntry, paragraphEntry, positionOf } from './context-entry';

/**
 * Paragraphs around retrieved ones: neighbours of the best paragraph first, each group in field order.
 *
 * @param ids of the retrieved paragraphs, best first
 */
export function neighbourEntries(ids: readonly string[], { paragraphs, neighbours = {} }: ParagraphsFound) {
  const byId = new Map(paragraphs.map((paragraph) => [paragraph.id, paragraph]));
  const found = new Set(ids);
  const entries = new Map<string, ContextEntry>();
  for (const parent of ids) {
    const { before = [], after = [] } = neighbours[parent] ?? {};
    for (const id of [...before, ...after]) {
      const paragraph = byId.get(id);
      if (!paragraph || found.has(id) || entries.has(id)) continue;
      const augmentation = { isField: false, type: 'neighbouring_paragraphs', parent } as const;
      entries.set(id, paragraphEntry(paragraph, { ...augmentation, position: positionOf(paragraph) }));
    }
  }
  return [...entries.values()];
}
