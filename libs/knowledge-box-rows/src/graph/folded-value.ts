import { foldName } from '@lectern/text';

/** Code points by which values of nodes are compared; an index has to hold them. */
export const COMPARED_CHARS_MAX = 200;

/** A value as it is compared: without regard to case, accents and spaces, by its first 200 characters. */
export function foldedValue(value: string): string {
  const folded = foldName(value);
  return folded.length <= COMPARED_CHARS_MAX ? folded : [...folded].slice(0, COMPARED_CHARS_MAX).join('');
}
