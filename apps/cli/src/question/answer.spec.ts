import { numbered, sourcesOf } from './answer';
import type { Hit } from './search-commands';

const hit = (paragraph: string, title: string, page = 0): Hit => ({
  paragraph,
  resource: 'r',
  title,
  path: null,
  slug: null,
  page,
  score: 1,
  text: '',
});

describe('the sources of an answer', () => {
  const answer = {
    text: 'The 🌕 pulls the sea. Ibexes climb.',
    citations: { 'b/t/x/0-9': [[21, 34]], 'a/t/x/0-9': [[0, 20]], 'c/t/x/0-9': [] } as const,
    found: [hit('a/t/x/0-9', 'Tides', 2), hit('b/t/x/0-9', 'Ibex')],
  };

  it('are numbered in the order in which it cites them, with titles and pages', () => {
    expect(sourcesOf(answer)).toMatchObject([
      { number: 1, title: 'Tides', page: 3 },
      { number: 2, title: 'Ibex' },
    ]);
  });

  it('are named after what they support, by code points', () => {
    expect(numbered(answer, sourcesOf(answer))).toBe('The 🌕 pulls the sea. [1] Ibexes climb. [2]');
  });
});
