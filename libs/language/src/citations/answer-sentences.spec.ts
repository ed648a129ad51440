import { sliceCodePoints } from '@lectern/text';
import { answerSentences } from './answer-sentences';

const read = (answer: string) =>
  answerSentences(answer, 'en').map(({ start, end, marks }) => [sliceCodePoints(answer, start, end), ...marks]);

describe('the sentences of an answer', () => {
  it('have the marks in them and behind them, wherever the stop is', () => {
    expect(read('It rises [1]. It falls. [2][3] It rests.[1] It ends')).toEqual([
      ['It rises [1].', 1],
      ['It falls.', 2, 3],
      ['It rests.', 1],
      ['It ends'],
    ]);
  });

  it('are no definitions of footnotes, questions or introductions', () => {
    expect(read('This is why:\n\nIt rises [1].\n\nAnything else?\n\n[1]: block-AA')).toEqual([['It rises [1].', 1]]);
  });

  it('are whole items of a list, whose numbers state nothing', () => {
    expect(read('1. It rises.\n2. It falls.\n- It rests.')).toEqual([
      ['1. It rises.'],
      ['2. It falls.'],
      ['- It rests.'],
    ]);
    expect(answerSentences('12) It rises.', 'en')[0]?.text).not.toContain('12');
  });

  it('stand where they stand in code points', () => {
    expect(read('\u{1f30a}\u{1f30a} It rises [1]. It falls \u{1f30a} [2].')).toEqual([
      ['\u{1f30a}\u{1f30a} It rises [1].', 1],
      ['It falls \u{1f30a} [2].', 2],
    ]);
  });
});
