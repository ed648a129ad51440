import { answerWithSources } from './answer-with-sources';

describe('a copied answer', () => {
  it('has its sources by number, each as one line', () => {
    const passage = {
      key: 'r/t/a/0-9',
      rid: 'r',
      title: 'Tides',
      filename: 'almanac.pdf',
      text: 'The moon\n\npulls the sea.',
    };
    const sources = [
      { number: 1, key: passage.key, passage },
      { number: 2, key: 'USER_CONTEXT_0' },
    ];
    const span = { key: passage.key, start: 0, end: 9 };
    const answer = { text: 'The moon.', sentences: [{ status: 'exact' as const, start: 0, end: 9, sources: [span] }] };
    expect(answerWithSources({ question: 'Why?', answer, sources }, 'Sources')).toBe(
      'Why?\n\nThe moon. [1]\n\nSources\n[1] Tides (almanac.pdf): “The moon pulls the sea.”\n[2] USER_CONTEXT_0\n',
    );
  });
});
