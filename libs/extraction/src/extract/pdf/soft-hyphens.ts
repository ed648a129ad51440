import type { DrawnText } from './runs';

export const SOFT_HYPHEN = '\u00ad';
/** Texts that are not found among the glyphs, before the rest of a page is left as it is. */
const MISSES_MAX = 100;

/**
 * pdf.js leaves soft hyphens out, so that a word divided at the end of a line looks like two. Puts those back that end
 * a text.
 *
 * @param glyphs of the page in the order in which they are drawn, blanks left out
 */
export function withSoftHyphens<T extends DrawnText>(drawn: readonly T[], glyphs: readonly string[]): readonly T[] {
  if (!glyphs.includes(SOFT_HYPHEN)) return drawn;
  const ends = new Set<number>();
  let text = '';
  for (const glyph of glyphs) {
    if (glyph === SOFT_HYPHEN) ends.add(text.length);
    else text += glyph;
  }
  let read = 0;
  let misses = 0;
  return drawn.map((item) => {
    const letters = item.str.replace(/\s+/g, '');
    if (letters === '' || misses > MISSES_MAX) return item;
    const at = text.indexOf(letters, read);
    if (at === -1) {
      misses += 1;
      return item;
    }
    read = at + letters.length;
    return ends.has(read) ? { ...item, str: `${item.str.trimEnd()}${SOFT_HYPHEN}` } : item;
  });
}

/** Whether lines end within what may be a word: only glyphs tell, which take time. */
export function mayDivideWords(drawn: readonly DrawnText[]): boolean {
  const lines = drawn.filter(({ str }) => /\p{L}/u.test(str));
  return lines.some((item, at) => {
    const next = lines[at + 1];
    const isBelow = next && Math.abs((next.transform[5] ?? 0) - (item.transform[5] ?? 0)) > 1;
    return isBelow && /\p{L}$/u.test(item.str) && /^\p{Ll}/u.test(next.str);
  });
}
