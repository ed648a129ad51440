import { textOf } from './json-writer.fixture';
import { ruleQuestions } from './rule-questions';

const asked = (max_questions: number, ...paragraphs: readonly string[]) =>
  ruleQuestions({ max_questions }, textOf(...paragraphs)).questions;

describe('questions by rule', () => {
  it('ask what something is, and when something happened, with the sentence as the answer and its paragraph', () => {
    const tide = 'The tide is the rise and fall of the sea.';
    const library = 'The library was founded by monks in 1901.';
    expect(asked(20, `${tide} Most coasts have two.`, library)).toEqual([
      { question: 'What is the tide?', answer: tide, reason: expect.stringContaining('by rule'), paragraphs: ['0'] },
      { question: 'When was the library founded?', answer: library, reason: expect.any(String), paragraphs: ['1'] },
    ]);
  });

  it.each([
    'It is a large town.',
    'This is the end.',
    'What is the tide?',
    'Is the sea a place?',
    'They were built in 1901.',
    'El mar es azul.',
    '',
  ])('ask nothing about %j, which is not understood alone', (sentence) => {
    expect(asked(20, sentence)).toEqual([]);
  });

  it('are asked once each, and no more than wanted', () => {
    const sentences = ['Rye is a grass.', 'Rye is a grass.', 'Oats are a grain.', 'Salt is a mineral.'];
    expect(asked(2, ...sentences).map(({ question }) => question)).toEqual(['What is Rye?', 'What are Oats?']);
  });

  it('of a hostile text are found without delay', () => {
    const startedMs = performance.now();
    asked(20, `${'a '.repeat(100_000)}.`, `${'The '.repeat(100)}is a`, `${'x'.repeat(399)}.`);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});
