/** Ids of special pieces. */
export interface SpecialPieces {
  readonly begin: number;
  readonly end: number;
  readonly unknown: number;
}

/** A `tokenizer.json` of SentencePiece's Unigram model, in the form that `UnigramTokenizer` reads. */
export interface UnigramDefinition {
  readonly normalizer: unknown;
  readonly pre_tokenizer: unknown;
  readonly post_processor: { readonly special_tokens: Readonly<Record<string, { readonly ids: readonly number[] }>> };
  readonly model: {
    readonly type: 'Unigram';
    readonly unk_id: number;
    readonly vocab: readonly (readonly [text: string, score: number])[];
  };
}

/** Characters that nmt_nfkc removes, and those that it replaces with a space; NFKC follows. */
export const removedCharacters = '[\\u0001-\\u0008\\u000B\\u000E-\\u001F\\u007F\\u008F\\u009F]';
export const spaceCharacters =
  '[\\t\\n\\f\\r\\u00A0\\u1680\\u2000-\\u200F\\u2028\\u2029\\u202F\\u205F\\u2581\\u3000\\uFEFF\\uFFFD]';

const replace = (pattern: string, content: string) => ({ type: 'Replace', pattern: { Regex: pattern }, content });
const normalizer = {
  type: 'Sequence',
  normalizers: [
    replace(removedCharacters, ''),
    replace(spaceCharacters, ' '),
    { type: 'NFKC' },
    replace(' {2,}', ' '),
    { type: 'Strip', strip_left: true, strip_right: true },
  ],
};
const metaspace = { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: false };

/** The definition of a tokenizer with these pieces, which adds one piece before each text and one after it. */
export function unigramDefinition(
  pieces: readonly (readonly [text: string, score: number])[],
  { begin, end, unknown }: SpecialPieces,
) {
  const nameOf = (id: number) => pieces[id]?.[0] ?? '';
  const special = (id: number) => ({ SpecialToken: { id: nameOf(id), type_id: 0 } });
  const sequence = { Sequence: { id: 'A', type_id: 0 } };
  const other = { Sequence: { id: 'B', type_id: 0 } };
  const described = (id: number) => [nameOf(id), { id: nameOf(id), ids: [id], tokens: [nameOf(id)] }] as const;
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer,
    pre_tokenizer: metaspace,
    post_processor: {
      type: 'TemplateProcessing',
      single: [special(begin), sequence, special(end)],
      pair: [special(begin), sequence, special(end), special(end), other, special(end)],
      special_tokens: Object.fromEntries([begin, end].map(described)),
    },
    decoder: metaspace,
    model: {
      type: 'Unigram',
      unk_id: unknown,
      byte_fallback: false,
      vocab: pieces.map(([text, score]) => [text, shortest(score)] as const),
    },
  } as const;
}

/** Whether a definition tokenizes texts like those created here. */
export function isUnigramDefinition(definition: object): definition is UnigramDefinition {
  // Members of JSON that are compared with their required values.
  const {
    normalizer: given,
    pre_tokenizer: splitting,
    added_tokens: added,
    model,
  } = definition as Record<string, unknown>;
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const isModel = typeof model === 'object' && model !== null && 'type' in model && model.type === 'Unigram';
  return isModel && isSame(given, normalizer) && isSame(splitting, metaspace) && isSame(added, []);
}

/** The decimal with the fewest digits that is the same in 32 bits. */
function shortest(score: number): number {
  for (let digits = 5; digits < 10; digits++) {
    const rounded = Number(score.toPrecision(digits));
    if (Math.fround(rounded) === score) return rounded;
  }
  return score;
}
