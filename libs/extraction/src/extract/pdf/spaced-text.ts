/** A character as it is drawn, and the extra room after it in sizes of its font. */
export interface DrawnChar {
  readonly char: string;
  readonly gap: number;
}

/** How pdf.js numbers what a page draws with. */
export interface DrawingCodes {
  readonly setFont: number;
  readonly setCharSpacing: number;
  readonly showText: number;
}

interface Drawing {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

const WORD_CHARS_MEAN = 2.5;
const TOKENS_MIN = 3;
/** Without drawn spaces: gaps between words are wider than those within them by this many sizes. */
const WORD_GAP_MORE = 0.12;
/** A gap of this many sizes always divides words. */
const WIDE_GAP = 0.6;
/** Letters that are no words in any language, or hardly. */
const ALONE = /^[b-df-hj-np-tv-xzβ-δζ-θκ-νξ-ωбгджзлмнпртфхцчшщ]$/iu;
const ALONE_MIN = 2;
const LETTERS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+[.,;:!?]?$/u;

/** Whether a text may be one word or more whose letters stand apart: `fo r m a tte d`. */
export function looksSpaced(text: string): boolean {
  const tokens = text.trim().split(/\s+/);
  if (tokens.length < TOKENS_MIN) return false;
  const words = tokens.filter((token) => LETTERS.test(token));
  if (words.length < tokens.length * 0.8) return false;
  const areLetters = words.every(({ length }) => length === 1);
  if (words.filter((word) => ALONE.test(word)).length < (areLetters ? 1 : ALONE_MIN)) return false;
  const mean = words.reduce((sum, { length }) => sum + length, 0) / words.length;
  return mean <= (tokens.length === TOKENS_MIN ? 1 : WORD_CHARS_MEAN);
}

/** `C O N T R A C T`. */
const SPACED_WORD = /^\s*(?:\p{L} ){3,}\p{L}\s*$/u;
/** `O F`, on the line of such a word. */
const SPACED_LETTERS = /^\s*\p{L} \p{L}(?: \p{L})?\s*$/u;

/** Short words look spaced only beside longer ones of their line. */
export function withShortWords<T extends SpacedText>(texts: readonly T[]): readonly T[] {
  const spaced = new Set(texts.filter(({ str }) => SPACED_WORD.test(str)).map(lineKey));
  if (spaced.size === 0) return texts;
  return texts.map((text) =>
    SPACED_LETTERS.test(text.str) && spaced.has(lineKey(text)) ? { ...text, str: text.str.replace(/ /g, '') } : text,
  );
}

interface SpacedText {
  readonly str: string;
  readonly transform: readonly number[];
  readonly fontName: string;
}

/** Its font, and where its line is. */
function lineKey({ transform, fontName }: SpacedText): string {
  return `${fontName}:${Math.round(transform[5] ?? 0)}`;
}

/** Characters of a page in the order in which they are drawn. */
export function drawnChars({ fnArray, argsArray }: Drawing, codes: DrawingCodes): DrawnChar[] {
  const chars: { char: string; gap: number }[] = [];
  let size = 1;
  let spacing = 0;
  fnArray.forEach((code, at) => {
    const args = argsArray[at];
    if (!Array.isArray(args)) return;
    if (code === codes.setFont) size = Math.abs(Number(args[1])) || 1;
    else if (code === codes.setCharSpacing) spacing = Number(args[0]) || 0;
    if (code !== codes.showText || !Array.isArray(args[0])) return;
    for (const glyph of args[0]) {
      const last = chars.at(-1);
      // A number moves what follows back by thousandths of the size.
      if (typeof glyph === 'number') {
        if (last) last.gap -= glyph / 1000;
      } else chars.push(...spacedChars(glyph, spacing / size));
    }
  });
  return chars;
}

function spacedChars(glyph: unknown, gap: number): { char: string; gap: number }[] {
  const text: unknown = typeof glyph === 'object' && glyph !== null ? Reflect.get(glyph, 'unicode') : undefined;
  if (typeof text !== 'string') return [];
  const chars = [...text];
  return chars.map((char, at) => ({ char, gap: at === chars.length - 1 ? gap : 0 }));
}

/** Gives texts whose letters stand apart the words that were meant. */
export class Respacing {
  private readonly text: string;
  /** Of each visible character where it is among those drawn. */
  private readonly positions: readonly number[];
  private read = 0;

  constructor(private readonly drawn: readonly DrawnChar[]) {
    const positions = drawn.flatMap(({ char }, at) => (char.trim() === '' ? [] : [at]));
    this.positions = positions.flatMap((at) => Array.from({ length: drawn[at]?.char.length ?? 0 }, () => at));
    this.text = positions.map((at) => drawn[at]?.char ?? '').join('');
  }

  /** In the order in which they are drawn; one that is not found stays as it is. */
  words(text: string): string {
    const letters = text.replace(/\s+/g, '');
    const ahead = this.text.indexOf(letters, this.read);
    const found = ahead === -1 ? this.text.indexOf(letters) : ahead;
    if (found === -1 || letters === '') return text;
    this.read = found + letters.length;
    const [first = 0, last = 0] = [this.positions[found], this.positions[found + letters.length - 1]];
    return spaced(this.drawn.slice(first, last + 1));
  }
}

function spaced(chars: readonly DrawnChar[]): string {
  const hasSpaces = chars.some(({ char }) => char.trim() === '');
  const wide = hasSpaces ? WIDE_GAP : wordGap(chars.slice(0, -1).map(({ gap }) => gap));
  const text = chars.map(({ char, gap }, at) => (at < chars.length - 1 && gap >= wide ? `${char} ` : char)).join('');
  return text.replace(/\s+/g, ' ').trim();
}

/** The gap that divides words, at the widest step from one gap to the next wider one. */
function wordGap(gaps: readonly number[]): number {
  const sorted = [...gaps].sort((one, other) => one - other);
  let widest = { step: WORD_GAP_MORE, gap: WIDE_GAP };
  sorted.slice(1).forEach((gap, at) => {
    const step = gap - (sorted[at] ?? gap);
    if (step > widest.step) widest = { step, gap };
  });
  return widest.gap;
}
