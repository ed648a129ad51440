/** A wrapped line of prose is about as long as the longest of its paragraph. */
const FULL_SHARE = 0.6;
const WRAPPED_CHARACTERS_MIN = 30;
/** Characters of these scripts are twice as wide. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const label = /^[\p{L}\p{N}][^:：.!?。]{0,40}[:：]\s*\S/u;
const time = /^\W*\d{1,2}:\d{2}/;
const cueTimes = /^\s*(?:\d{1,2}:)?\d{2}:\d{2}[.,]\d{3}\s+-->/;
const address = /^\S{1,100}(?:@|:\/\/)\S{1,200}$/;
const goesOn = /^[\p{Ll}\d(,;–-]/u;
const endsOpen = /[\p{L}\p{N}]-$|[,;،、，]$/u;

/** `From: Ann`, as in headers of mails and forms. */
export function isLabelled(line: string): boolean {
  return label.test(line);
}

/** Numbers and times of subtitles, which are not part of the text. */
export function isCue(line: string, next: string): boolean {
  return cueTimes.test(line) || (/^\s*\d+\s*$/.test(line) && cueTimes.test(next));
}

/**
 * Whether the break between two lines separates statements, as in subtitles, headers of mails and forms, or is just
 * where a line of prose was wrapped.
 *
 * @param longest characters of the longest line of the paragraph
 */
export function separates(line: string, next: string, longest: number): boolean {
  if (label.test(line) && label.test(next)) return true;
  if (time.test(line) || time.test(next) || address.test(line) || address.test(next)) return true;
  if (endsOpen.test(line)) return false;
  if (/^\p{Ll}/u.test(next)) return false;
  const charactersMin = wide.test(line) ? WRAPPED_CHARACTERS_MIN / 2 : WRAPPED_CHARACTERS_MIN;
  const isFull = line.length >= Math.max(longest * FULL_SHARE, charactersMin);
  return !isFull && !(goesOn.test(next) && line.length >= charactersMin);
}
