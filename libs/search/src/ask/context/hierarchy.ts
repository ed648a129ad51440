import type { StoredParagraph } from '@lectern/contracts/core';
import type { Resource } from '@lectern/contracts/knowledge-box';
import { codePointLength, sliceCodePoints } from '@lectern/text';
import { type ContextEntry, paragraphEntry } from './context-entry';

const TITLE_CHARS_MAX = 500;
const SUMMARY_CHARS_MAX = 1_000;

/**
 * Puts the title and summary of each resource around its retrieved paragraphs. One entry per resource replaces its best
 * paragraph.
 *
 * @param behind text after a paragraph in its field, by id
 */
export function hierarchyEntries(
  found: readonly StoredParagraph[],
  { resources, behind }: { resources: Readonly<Record<string, Resource>>; behind: ReadonlyMap<string, string> },
): ContextEntry[] {
  const byResource = Map.groupBy(found, ({ rid }) => rid);
  return [...byResource].flatMap(([rid, own]) => {
    const [best] = own;
    if (!best) return [];
    const { title = best.resourceTitle, summary = '' } = resources[rid] ?? {};
    const head =
      `DOCUMENT: ${sliceCodePoints(title, 0, TITLE_CHARS_MAX)} \n` +
      ` SUMMARY: ${sliceCodePoints(summary, 0, SUMMARY_CHARS_MAX)} \n RESOURCE CONTENT: `;
    const blocks = own.map(({ id, text }) => `\n EXTRACTED BLOCK: \n ${text}${behind.get(id) ?? ''} \n\n `);
    const entry = paragraphEntry(best, { isField: false, type: 'hierarchy' });
    return [{ ...entry, text: head + blocks.join('') }];
  });
}

/**
 * The text after a paragraph.
 *
 * @param following paragraphs after it, in order
 * @param count maximum number of code points
 */
export function textBehind(following: readonly StoredParagraph[], count: number): string {
  let text = '';
  for (const paragraph of following) {
    if (codePointLength(text) >= count) break;
    text += `\n${paragraph.text}`;
  }
  return sliceCodePoints(text, 0, count);
}
