import { words } from '@lectern/text';
import { saysOpposite } from './opposites';
import { readQuestion } from './question';

const opposite = (question: string, text: string) =>
  saysOpposite(readQuestion(question, { language: 'en', asked: 'en' }), [...words(text, 'en')]);

describe('saysOpposite', () => {
  it.each([
    ['What is the lowest point?', 'The highest point is a hill.', true],
    ['What is the lowest point?', 'The lowest point is near the highest one.', false],
    ['Who lost the war?', 'The war was won by Peru.', true],
    ['Who lost the war?', 'The war was long.', false],
  ])('of %j and %j is %s', (question, text, expected) => {
    expect(opposite(question, text)).toBe(expected);
  });
});
