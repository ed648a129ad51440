import { words } from '@lectern/text';
import { readPassage } from './passage';
import { readQuestion } from './question';
import { Terms, united } from './terms';

const english = { language: 'en', asked: 'en' };
const termsOf = (question: string, texts: readonly string[], language = 'en') =>
  new Terms(
    readQuestion(question, { language, asked: language }),
    texts.map((text, at) => readPassage({ key: `${at}`, text }, language)),
  );
const presence = (terms: Terms, text: string, language = 'en') => [...terms.presence(words(text, language))];

describe('the terms of a question in a context', () => {
  it('are there or not, each in the order of the question', () => {
    const terms = termsOf('Who painted the harbour bridge?', ['The bridge is old.']);
    expect(terms.question.terms.map(({ folded }) => folded)).toEqual(['painted', 'harbour', 'bridge']);
    expect(presence(terms, 'A bridge was painted.')).toEqual([1, 0, 1]);
    expect(presence(terms, 'Nothing of the kind.')).toEqual([0, 0, 0]);
    expect(presence(terms, '')).toEqual([...terms.nothing]);
  });

  it('are there in part where only a similar word is', () => {
    const [share] = presence(termsOf('organisms?', []), 'organisations');
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThan(1);
  });

  it('weigh more the fewer units have them', () => {
    const texts = ['The bridge is old.', 'The bridge is long.', 'The bridge is red.', 'The harbour is deep.'];
    const [harbour, bridge] = termsOf('harbour bridge', texts).weights;
    expect(harbour).toBeGreaterThan(bridge ?? 0);
  });

  it('weigh more if they are names', () => {
    const [name] = termsOf('Is Lima old?', ['We sail.']).weights;
    const [word] = termsOf('Is metal old?', ['We sail.']).weights;
    expect(name).toBeGreaterThan(word ?? 0);
  });

  it('share the weight of the question', () => {
    const terms = termsOf('Who painted the harbour bridge?', ['The bridge is old.']);
    const [all, some] = ['painted harbour bridge', 'painted bridge'].map((text) => terms.presence(words(text, 'en')));
    expect(terms.share(all ?? terms.nothing)).toBeCloseTo(1);
    expect(terms.share(some ?? terms.nothing)).toBeLessThan(1);
    expect(terms.share(terms.nothing)).toBe(0);
    expect(terms.share(all ?? terms.nothing, all)).toBe(0);
    expect(terms.share(some ?? terms.nothing, all)).toBe(0);
  });

  it('share nothing where the question has none', () => {
    const terms = new Terms(readQuestion('', english), []);
    expect(terms.share(terms.nothing)).toBe(0);
    expect(terms.nameShare(terms.nothing)).toBe(0);
  });

  it('say which share of the names and numbers is there', () => {
    const terms = termsOf('Did Newton explain tides in 1687?', ['We sail.']);
    const share = (text: string) => terms.nameShare(terms.presence(words(text, 'en')));
    expect(share('Newton')).toBe(0.5);
    expect(share('Newton 1687')).toBe(1);
    expect(share('tides')).toBe(0);
  });

  it.each([
    ['Is the old harbour bridge red?', 1],
    ['the old harbour bridge', 4 / 6],
    ['an old harbour, an old bridge', 2 / 6],
    ['bridge', 0],
    ['bridge harbour old', 0],
    ['', 0],
  ])('stand in %j in a run that is this share of the question: %d', (text, expected) => {
    const terms = termsOf('Is the old harbour bridge red?', []);
    expect(terms.phrase([...words(text, 'en')])).toBeCloseTo(expected);
  });

  it('find a run again that begins twice', () => {
    const terms = termsOf('the old bridge', []);
    expect(terms.phrase([...words('the the old bridge', 'en')])).toBe(1);
  });

  it('are there in either of two places', () => {
    expect([...united(Float64Array.of(1, 0, 0.5), Float64Array.of(0, 0, 0.7))]).toEqual([1, 0, 0.7]);
  });
});
