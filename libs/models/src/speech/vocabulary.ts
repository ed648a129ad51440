/** Tokens that represent bytes of UTF-8. */
const BYTE = /^<0x([0-9A-F]{2})>$/;
/** Special tokens of the SentencePiece vocabulary: `<unk>`, `<s>`, `</s>`. */
export const specialTokens = { begin: 1, end: 2 } as const;
/** SentencePiece's symbol for a space. */
const BLANK = '\u2581';
/** A phrase that is repeated more often indicates a model stuck in a loop. */
const REPEATS_MAX = 3;
const PHRASE_WORDS_MAX = 12;

/** Decodes token ids; those beyond the vocabulary are ignored. */
export class Vocabulary {
  /** @param pieces by token id */
  constructor(private readonly pieces: readonly string[]) {}

  /** @param ids without those that begin and end a sequence */
  textOf(ids: readonly number[]): string {
    const bytes: Buffer[] = ids.map((id) => {
      const piece = id > specialTokens.end ? (this.pieces[id] ?? '') : '';
      const [, hexadecimal] = BYTE.exec(piece) ?? [];
      return hexadecimal === undefined ? Buffer.from(piece.replaceAll(BLANK, ' ')) : Buffer.from(hexadecimal, 'hex');
    });
    return withoutCircles(Buffer.concat(bytes).toString().replace(/\s+/g, ' ').trim());
  }
}

/** A phrase that is repeated more than three times in a row is kept once. */
export function withoutCircles(text: string): string {
  const words = text.split(' ');
  for (let size = 1; size <= PHRASE_WORDS_MAX; size++) {
    for (let at = 0; at + size * (REPEATS_MAX + 1) <= words.length; at++) {
      const repeats = repeatsAt(words, at, size);
      if (repeats > REPEATS_MAX) words.splice(at + size, size * (repeats - 1));
    }
  }
  return words.join(' ');
}

function repeatsAt(words: readonly string[], at: number, size: number): number {
  let repeats = 1;
  for (let i = at + size; i < words.length; i++) {
    if (words[i] !== words[i - size]) break;
    if ((i - at + 1) % size === 0) repeats++;
  }
  return repeats;
}
