/** A rectangle on a page, from its upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A piece of text on a page, and where it stands. */
export interface PlacedText extends Box {
  readonly text: string;
}

/** Where the text of a passage may differ from that of the page, searches for its beginning and its end. */
const ANCHOR_CHARS = 24;

/**
 * Where a passage stands on a page: a rectangle per line. White space does not count, since extraction joins and breaks
 * lines. None when the page does not have the passage.
 */
export function boxesOf(words: readonly PlacedText[], passage: string): Box[] {
  const texts = words.map(({ text }) => text.replace(/\s+/gu, ''));
  const found = rangeOf(texts.join(''), passage.replace(/\s+/gu, ''));
  if (!found) return [];
  let position = 0;
  const hit = words.filter((_, index) => {
    const from = position;
    position += texts[index]?.length ?? 0;
    return position > from && from < found.end && position > found.start;
  });
  return lines(hit);
}

function rangeOf(page: string, passage: string) {
  if (passage === '') return undefined;
  const whole = page.indexOf(passage);
  if (whole >= 0) return { start: whole, end: whole + passage.length };
  const start = page.indexOf(passage.slice(0, ANCHOR_CHARS));
  if (start < 0 || passage.length < ANCHOR_CHARS) return undefined;
  const tail = passage.slice(-ANCHOR_CHARS);
  const last = page.indexOf(tail, start);
  // A passage that continues after the page ends with it.
  const end = last >= 0 ? last + tail.length : Math.min(start + passage.length, page.length);
  return { start, end };
}

/** Joins what stands on one line. */
function lines(words: readonly Box[]): Box[] {
  const joined: Box[] = [];
  for (const word of words) {
    const line = joined.at(-1);
    if (line && isBeside(line, word)) joined[joined.length - 1] = union(line, word);
    else joined.push({ x: word.x, y: word.y, width: word.width, height: word.height });
  }
  return joined;
}

function isBeside(line: Box, word: Box): boolean {
  const overlap = Math.min(line.y + line.height, word.y + word.height) - Math.max(line.y, word.y);
  return overlap > Math.min(line.height, word.height) / 2;
}

function union(one: Box, other: Box): Box {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}
