import { refusals } from '../../validation/refused.fixture';
import { LabelsetPayload } from './labelset.dto';

const refused = (...titles: string[]) => refusals(LabelsetPayload, { labels: titles.map((title) => ({ title })) });

describe('labels of a labelset', () => {
  it('have different titles', () => {
    expect(refused()).toEqual([]);
    expect(refused('greek', 'latin', 'greek ')).toEqual([]);
    expect(refused('greek', 'latin', 'greek')).toEqual([
      'labels: Value error, Duplicated labels are not allowed: greek',
    ]);
  });

  it('do not differ by the case of letters alone', () => {
    expect(refused('Ägypten', 'ÄGYPTEN')).toEqual(['labels: Value error, Duplicated labels are not allowed: ÄGYPTEN']);
  });
});
