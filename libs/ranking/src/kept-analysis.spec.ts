import { wordsOnce } from '@lectern/text';
import { KeptAnalysis } from './kept-analysis';
import { lexicalScores } from './lexical-scores';

describe('KeptAnalysis', () => {
  const ranked = async (text: string, times: number) => {
    const kept = {};
    const one = { text, title: 'Of knots', language: 'en', kept };
    for (let time = 0; time < times; time += 1) await lexicalScores('bowline', [{ ...one, score: 1 }]);
    return KeptAnalysis.current().hasStems(one);
  };

  it('has all stems of a text that is ranked for the third time', async () => {
    const text = 'A bowline holds a sheet. It does not slip.';
    expect([await ranked(text, 1), await ranked(text, 2), await ranked(text, 3)]).toEqual([false, false, true]);
  });

  it('has those of a text that somebody else has read at once', async () => {
    const text = 'A clove hitch holds a fender. It slips.';
    wordsOnce(text, 'en');
    expect(await ranked(text, 1)).toBe(true);
  });
});
