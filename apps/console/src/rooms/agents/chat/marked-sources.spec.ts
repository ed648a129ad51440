import { answerBody, linkedAnswer } from './marked-sources';

const text = 'The moon [1] pulls [2].\n\n[1]: block-AA';
const citations = { metadata: { 'block-AA': { context_id: 'c1', chunk_index: 2, origin_urls: [] } } };

describe('the numbers of an answer', () => {
  it('lead to their sources, and the lines that explain them are gone', () => {
    expect(linkedAnswer(text, citations, (key) => key.replace(' ', '-'))).toBe('The moon [\\[1\\]](#c1-2) pulls [2].');
  });

  it('stay as they are where nothing explains them', () => {
    expect(linkedAnswer('See [1].', undefined, (key) => key)).toBe('See [1].');
    expect(answerBody(text)).toBe('The moon [1] pulls [2].');
  });
});
