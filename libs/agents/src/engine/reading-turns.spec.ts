import { longestBlockMs } from '@lectern/testing';
import { stemsOnce } from '@lectern/text';
import { firstChars, readInTurns } from './reading-turns';

describe('foreign texts', () => {
  it('are read in turns', async () => {
    const texts = Array.from({ length: 300 }, (_, at) => `${at} the herds climb steep rocks `.repeat(300));
    const blockedMs = await longestBlockMs(async () => {
      const lengths = await readInTurns(texts, (text) => stemsOnce(text, 'en').length);
      expect(lengths).toHaveLength(300);
    });
    // All of them at once take a few hundred.
    expect(blockedMs).toBeLessThan(100);
  });

  it('are read up to a number of characters', () => {
    expect(firstChars(['abc', 'def', 'ghi'], 5)).toEqual(['abc', 'de']);
    expect(firstChars(['abc'], 3)).toEqual(['abc']);
    expect(firstChars([], 3)).toEqual([]);
  });
});
