/** Parts are cut after the first blank line beyond this length. */
const PART_CHARS_AIMED = 250_000;
/** Size of a part for the parser: its memory and its stack grow with it. */
export const PART_CHARS_MAX = 1_000_000;

/** Markdown in parts that mean the same one by one: cut at blank lines, outside of lists, quotes and fenced code. */
export function* markdownParts(markdown: string): Generator<string> {
  let partStart = 0;
  let fence = '';
  let isAfterBlank = false;
  for (let start = 0; start < markdown.length;) {
    const found = markdown.indexOf('\n', start);
    const end = found === -1 ? markdown.length : found + 1;
    const opening = markdown.slice(start, Math.min(end, start + OPENING_CHARS));
    if (fence === '' && isAfterBlank && start - partStart >= PART_CHARS_AIMED && /^[^\s>*+\d-]/.test(opening)) {
      yield markdown.slice(partStart, start);
      partStart = start;
    }
    const mark = /^ {0,3}(```|~~~)/.exec(opening)?.[1] ?? '';
    if (mark !== '') fence = fence === '' ? mark : fence === mark ? '' : fence;
    isAfterBlank = opening.trim() === '';
    start = end;
  }
  yield markdown.slice(partStart);
}

const OPENING_CHARS = 100;
