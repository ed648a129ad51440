import { Vocabulary, withoutCircles } from './vocabulary';

const pieces = ['<unk>', '<s>', '</s>', '<0xC3>', '<0xA9>', '\u2581caf', '\u2581open'];

describe('a vocabulary', () => {
  it('makes text of pieces and bytes, and none of tokens that it does not have', () => {
    expect(new Vocabulary(pieces).textOf([1, 5, 3, 4, 6, 99, 2])).toBe('café open');
  });

  it('lets a model say a phrase three times, and not in circles', () => {
    expect(withoutCircles('no no no')).toBe('no no no');
    expect(withoutCircles('well, thank you thank you thank you thank you thank you all')).toBe('well, thank you all');
    expect(withoutCircles('')).toBe('');
  });
});
