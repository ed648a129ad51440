/** Words of a text in order, without mark-up of Markdown, addresses of its links and pictures. */
export function wordsOf(text: string): string[] {
  const plain = text
    .replace(/<!--[^]*?-->/g, ' ')
    .replace(/\]\([^()\s]*\)/g, '] ')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#\d+);/g, ' ')
    .normalize('NFKC')
    .toLowerCase();
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/**
 * Recall counts each word as often as it is expected. F1 counts each word once, because rows here repeat the names of
 * their columns on purpose.
 */
export function wordScores(found: readonly string[], expected: readonly string[]): { recall: number; f1: number } {
  if (expected.length === 0) return { recall: 1, f1: found.length === 0 ? 1 : 0 };
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of expected) {
    const count = left.get(word) ?? 0;
    if (count > 0) hits += 1;
    left.set(word, count - 1);
  }
  const [ours, theirs] = [new Set(found), new Set(expected)];
  const common = [...ours].filter((word) => theirs.has(word)).length;
  return { recall: hits / expected.length, f1: (2 * common) / (ours.size + theirs.size) };
}

/** The share of strings whose words are in the text, in their order. */
export function stringsFound(found: readonly string[], strings: readonly string[]): number {
  const text = ` ${found.join(' ')} `;
  return strings.filter((string) => text.includes(` ${wordsOf(string).join(' ')} `)).length;
}
