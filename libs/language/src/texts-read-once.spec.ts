import { readCitedPassage as readToCite } from './citations/passage';
import { readPassage } from './reader/passage';
import { readQuestion } from './reader/question';
import { statementsOf } from './scoring/statements';

const text = 'Tides rise twice a day.\n\nIsaac Newton explained the tides in 1687.';

describe('a text that was read a moment ago', () => {
  it('is not read again, whoever asks, by whatever key, and of whatever title', () => {
    const asked = readPassage({ key: 'a', text, title: 'Tides' }, 'en');
    const scored = readPassage({ key: '', text }, 'en');
    expect(scored.units).toBe(asked.units);
    expect([scored.title, asked.title]).toMatchObject([[], [{ folded: 'tides' }]]);
    expect([scored.key, asked.key]).toEqual(['', 'a']);
    const [first, second] = ['b', 'c'].map((key) => readToCite({ key, text }, 'en'));
    expect(second?.tokens).toBe(first?.tokens);
    expect(second?.sentences).toBe(first?.sentences);
  });

  it('is one in each language', () => {
    expect(readPassage({ key: '', text }, 'de').units).not.toBe(readPassage({ key: '', text }, 'en').units);
    const question = (language: string) => readQuestion('Who explained the tides?', { language, asked: 'en' });
    expect(question('en')).toBe(question('en'));
    expect(question('fr')).not.toBe(question('en'));
  });

  it('is read once although it is an answer that many contexts are to support', () => {
    const answer = 'Isaac Newton explained the tides in 1687.';
    expect(statementsOf(answer, 'en')).toBe(statementsOf(answer, 'en'));
  });
});
