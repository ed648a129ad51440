import { foldName } from '@lectern/text';

/** Code points by which node values are compared; limited by the index. */
export const COMPARED_CHARS_MAX = 200;

/** A normalised value for comparisons: its first 200 characters, without regard to case, accents and spaces. */
export function foldedValue(value: string): string {
  const folded = foldName(value);
  return folded.length <= COMPARED_CHARS_MAX ? folded : [...folded].slice(0, COMPARED_CHARS_MAX).join('');
}
