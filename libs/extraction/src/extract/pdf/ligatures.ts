import type { DrawingCodes } from './spaced-text';

/** Letters of scripts that are written from right to left, with their marks. */
const RIGHT_TO_LEFT = /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+$/;
/** A ligature of lam and alef whose letters are swapped. */
const TURNED = /[\u0622\u0623\u0625\u0627]\u0644/;
/** Of one page. */
const WORDS_MAX = 5_000;
const CHARS_MAX = 50_000;

/** Whether letters of a glyph may be the wrong way round in a text: then the drawn glyphs decide. */
export function mayBeTurned(text: string): boolean {
  return TURNED.test(text);
}

/** Text of each glyph of a page, in the order in which they are drawn, without blanks. */
export function drawnGlyphs(
  { fnArray, argsArray }: { readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] },
  { showText }: Pick<DrawingCodes, 'showText'>,
): string[] {
  return fnArray.flatMap((code, at) => {
    const args = argsArray[at];
    if (code !== showText || !Array.isArray(args) || !Array.isArray(args[0])) return [];
    return args[0].flatMap((glyph: unknown) => {
      const text: unknown = typeof glyph === 'object' && glyph !== null ? Reflect.get(glyph, 'unicode') : undefined;
      return typeof text === 'string' && text.trim() !== '' ? [text] : [];
    });
  });
}

/**
 * pdf.js brings text that is written from right to left into its order by turning it over letter by letter, also the
 * letters of one glyph, which are in their order already: `لا` becomes `ال`, another word. Turns these back.
 */
export class DrawnLigatures {
  private readonly text: string;
  /** Of each character, the glyph that it belongs to. */
  private readonly owners: readonly number[];
  private readonly known = new Map<string, string>();
  private readonly hasAny: boolean;

  constructor(private readonly glyphs: readonly string[]) {
    this.hasAny = glyphs.some((glyph) => glyph.length > 1 && RIGHT_TO_LEFT.test(glyph));
    const text = this.hasAny ? glyphs.join('') : '';
    this.text = text.slice(0, CHARS_MAX);
    this.owners = this.hasAny ? glyphs.flatMap((glyph, at) => Array<number>(glyph.length).fill(at)) : [];
  }

  /** @param text of one direction or of several; words that are not found stay as they are */
  restored(text: string): string {
    if (!this.hasAny) return text;
    return text.replace(/[\p{Script=Arabic}\p{M}]+/gu, (word) => {
      if (!mayBeTurned(word)) return word;
      const found = this.known.get(word) ?? (this.known.size < WORDS_MAX ? this.find(word) : word);
      this.known.set(word, found);
      return found;
    });
  }

  private find(word: string): string {
    const drawn = [...word].reverse().join('');
    const from = this.text.indexOf(drawn);
    if (from === -1) return word;
    const glyphs = new Set(this.owners.slice(from, from + drawn.length));
    const letters = [...glyphs].map((at) => this.glyphs[at] ?? '');
    // A word that begins or ends within a glyph is not the one that was drawn there.
    return letters.join('').length === drawn.length ? letters.reverse().join('') : word;
  }
}
