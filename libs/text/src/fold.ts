const ASCII = /^[\x00-\x7f]*$/;
const IGNORED = /[\u00ad\u0640\u180e\u200c\u200d\u2060\ufe00-\ufe0f\ufeff\s]/g;
const LETTER_DOTS = /(?<=\p{L})[.'"’‘＇״׳·](?=\p{L})/gu;
const GROUP_SEPARATOR = /(?<=\d)[.,](?=\d{3}(?!\d))/g;
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;
/** Accents of Latin, Greek and Cyrillic, short vowels of Arabic and Hebrew. Elsewhere marks are as good as letters. */
const ACCENTS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/g;
const ACCENTED = /[^\x00-\x7f]/;

/** Letters without a decomposition, and the unifications that Lucene's analysers for Arabic, Persian and Hindi make. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ŧ: 't',
  ...each('ςёґ', 'σег'),
  ...each('أإآٱىیېےئؤةہھۀک', 'اااايييييوههههك'),
  // Hindi: candrabindu, chandra vowels, then long vowels; nukta and virama go.
  ...each(
    '\u0901\u0945\u0946\u0949\u094a\u090d\u090e\u0911\u0912\u0972',
    '\u0902\u0947\u0947\u094b\u094b\u090f\u090f\u0913\u0913\u0905',
  ),
  ...each('\u0906\u0908\u090a\u0960\u0910\u0914', '\u0905\u0907\u0909\u090b\u090f\u0913'),
  ...each('\u0940\u0942\u0944\u0948\u094c', '\u093f\u0941\u0943\u0947\u094b'),
  '\u093c': '',
  '\u094d': '',
};
const UNIFIED = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');
const DEAD_NA = /\u0928\u094d(?=\p{L})/gu;

/** Compatibility form, lower case, without invisible characters, ASCII digits: what a stemmer wants to see. */
export function normalizeWord(word: string, language: string): string {
  if (ASCII.test(word)) return unpunctuated(word.toLowerCase());
  const composed = word.normalize('NFKC').replace(IGNORED, '');
  const lower = language === 'tr' || language === 'az' ? composed.toLocaleLowerCase('tr') : composed.toLowerCase();
  return unpunctuated(lower.replace(FOREIGN_DIGIT, decimalDigit).replace(/٫/g, '.').replace(/٬/g, ','));
}

/** The same for all ways to write a word: without accents and short vowels, with variants of letters made one. */
export function foldWord(normalized: string): string {
  if (!ACCENTED.test(normalized)) return normalized;
  const bare = normalized.normalize('NFD').replace(ACCENTS, keepShortI).normalize('NFC');
  return bare.replace(DEAD_NA, '\u0902').replace(UNIFIED, (letter) => letters[letter] ?? letter);
}

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

/** A text in which case, accents and variants of letters make no difference; characters between words stay. */
export function foldText(text: string): string {
  return text.replace(WORD, (word) => foldWord(normalizeWord(word, '')));
}

/** The words of a folded text: runs of characters that belong to words. */
export function foldedWords(folded: string): string[] {
  return folded.match(WORD) ?? [];
}

/** `u.s.a` is `usa`, `1,000.5` is `1000.5`. */
function unpunctuated(word: string): string {
  if (word.length < 3 || !/[.,'"’‘＇״׳·]/.test(word)) return word;
  const plain = word.replace(LETTER_DOTS, '');
  return /\d/.test(plain) ? decimal(plain) : plain;
}

function decimal(number: string): string {
  return number.replace(GROUP_SEPARATOR, '').replace(/,/g, '.');
}

/** й is a separate letter, not an и with an accent. */
function keepShortI(mark: string, index: number, whole: string): string {
  return mark === '\u0306' && /[иИ]/.test(whole.charAt(index - 1)) ? mark : '';
}

function decimalDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

function each(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, index) => [letter, to.charAt(index)]));
}

/** Names to compare: folded words with one space between them. Texts that are written alike are equal. */
export function foldName(text: string): string {
  const words = text.split(/\s+/).map((word) => foldWord(normalizeWord(word, '')));
  return words.filter((word) => word !== '').join(' ');
}
