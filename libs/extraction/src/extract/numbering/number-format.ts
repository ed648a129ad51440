/** Longer ones are no numbers of lists. */
const LETTERS_MAX = 50;
const ROMAN_MAX = 4_000;
/** Roman numerals and what they are worth, the largest first. */
const numerals = 'M 1000 CM 900 D 500 CD 400 C 100 XC 90 L 50 XL 40 X 10 IX 9 V 5 IV 4 I 1'.split(' ');

/** How a level of a list counts. */
export type NumberFormat =
  | 'decimal'
  | 'decimalZero'
  | 'upperRoman'
  | 'lowerRoman'
  | 'upperLetter'
  | 'lowerLetter'
  | 'none';

/** A number as a list shows it: 1, 01, I, i, A (after Z follow AA, BB …), a, or nothing. */
export function formattedNumber(number: number, format: NumberFormat): string {
  if (format === 'none') return '';
  if (format === 'decimalZero') return String(number).padStart(2, '0');
  if (format === 'upperRoman' || format === 'lowerRoman') return cased(romanOf(number), format === 'lowerRoman');
  if (format === 'upperLetter' || format === 'lowerLetter') return cased(lettersOf(number), format === 'lowerLetter');
  return String(number);
}

function cased(text: string, isLower: boolean): string {
  return isLower ? text.toLowerCase() : text;
}

function romanOf(number: number): string {
  if (number <= 0 || number >= ROMAN_MAX) return String(number);
  let [left, text] = [number, ''];
  for (let at = 0; at < numerals.length; at += 2)
    for (const value = Number(numerals[at + 1]); left >= value; left -= value) text += numerals[at] ?? '';
  return text;
}

function lettersOf(number: number): string {
  const times = Math.ceil(number / 26);
  if (number <= 0 || times > LETTERS_MAX) return String(number);
  return String.fromCharCode('A'.charCodeAt(0) + ((number - 1) % 26)).repeat(times);
}
