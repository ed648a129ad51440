/** Ends in a character that would join a following number. */
const TAKES_NUMBERS = /[\p{Nd})]$/u;
/** Powers and numbers of notes, but not `1st`, `2nd` or `No`. */
const POWER = /^\s*(?:[+\-−–]?\s?\d|[nxkmijt]\s*$)/;
const INDEX = /^\s*\d/;

/**
 * Mark before a raised or lowered text, so that 10⁶ is not read as 106: `^`, `_` or nothing.
 *
 * @param before the text on the line before it
 */
export function raisedMark(before: string, text: string, side: 'above' | 'below'): '^' | '_' | '' {
  if (!TAKES_NUMBERS.test(before.slice(-2))) return '';
  if (side === 'above') return POWER.test(text) ? '^' : '';
  return INDEX.test(text) ? '_' : '';
}
