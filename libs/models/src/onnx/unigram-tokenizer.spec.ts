import { Tokenizer } from '@huggingface/tokenizers';
import { isUnigramDefinition, unigramDefinition } from './unigram-definition';
import { UnigramTokenizer } from './unigram-tokenizer';

const letters = [...'▁abcdeéñ̃ộ月🙂'].map((letter, index) => [letter, -9 - index / 8] as const);
const pieces = [
  ...(['<s>', '<pad>', '</s>', '<unk>'] as const).map((name) => [name, 0] as const),
  ...letters,
  ...['▁ab', '▁abc', 'bc', '▁ca', 'de', 'ad'].map((piece, index) => [piece, -4 - index / 8] as const),
  ['fi', -6] as const,
  ['င့်', -5] as const,
  ['န့်', -5] as const,
];
const special = { begin: 0, end: 2, unknown: 3 };
const definition = unigramDefinition(pieces, special);
const tokenizer = new UnigramTokenizer(definition);
const read = (text: string) => tokenizer.encode(text).map((id) => pieces[id]?.[0]);

describe('UnigramTokenizer', () => {
  it('takes the pieces whose scores have the largest sum, between those that begin and end a text', () => {
    expect(read('abc ca de')).toEqual(['<s>', '▁abc', '▁ca', '▁', 'de', '</s>']);
    expect(read('abcd')).toEqual(['<s>', '▁abc', 'd', '</s>']);
    expect(read('')).toEqual(['<s>', '</s>']);
  });

  it('has one piece for what is not known, however long it is', () => {
    expect(read('ab xyz ab')).toEqual(['<s>', '▁ab', '▁', '<unk>', '▁ab', '</s>']);
    expect(read('月🙂𝕏')).toEqual(['<s>', '▁', '月', '🙂', '<unk>', '</s>']);
  });

  it('never takes a text for one of the special pieces', () => {
    expect(tokenizer.encode('a</s>').filter((id) => id === special.end)).toHaveLength(1);
  });

  it('makes spaces and compatible forms one, and removes controls', () => {
    expect(tokenizer.encode('\u3000ａ\u0003ｂ \u00a0 ca\n')).toEqual(tokenizer.encode('ab ca'));
    expect(read('ﬁ')).toEqual(['<s>', '▁', 'fi', '</s>']);
  });

  it('composes a letter with its marks, but leaves marks in their order and a composed letter as it is', () => {
    expect(read('e\u0301 n\u0303')).toEqual(['<s>', '▁', 'é', '▁', 'ñ', '</s>']);
    expect(read('o\u0323\u0302')).toEqual(['<s>', '▁', 'ộ', '</s>']);
    expect(read('\u00f4\u0323')).not.toContain('ộ');
    expect(read('\u1014\u1037\u103a')).toEqual(['<s>', '▁', '\u1014\u1037\u103a', '</s>']);
    expect(read('\u1014\u103a\u1037')).toEqual(['<s>', '▁', '<unk>', '</s>']);
  });

  it('reads as the general tokenizer of the library where that knows SentencePiece', () => {
    const general = new Tokenizer(JSON.parse(JSON.stringify(definition)), {});
    for (const text of ['abc ca de', 'ab xyz  ab', 'adde bcé 月', '  ca  ', '🙂🙂ab']) {
      expect([text, tokenizer.encode(text)]).toEqual([text, general.encode(text).ids]);
    }
  });

  it('is for definitions of its own only', () => {
    expect(isUnigramDefinition(JSON.parse(JSON.stringify(definition)))).toBe(true);
    for (const other of [{ normalizer: null }, { pre_tokenizer: null }, { added_tokens: [{}] }, { model: {} }])
      expect(isUnigramDefinition({ ...definition, ...other })).toBe(false);
  });
});
