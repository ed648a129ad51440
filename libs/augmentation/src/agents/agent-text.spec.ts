import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { CodePointText, severalAtOnce } from './agent-text';

describe('a text by code points', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 30 });

  it('is cut between them, never in the middle of one', () => {
    fc.assert(
      fc.property(texts, fc.nat(30), fc.nat(30), (text, start, end) => {
        expect(new CodePointText(text).slice(start, end)).toBe(Array.from(text).slice(start, end).join(''));
      }),
      { seed: 2 },
    );
  });

  it('knows the place of each index of the string', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const points = new CodePointText(text);
        let index = 0;
        for (const [place, point] of Array.from(text).entries()) {
          expect(points.codePointAt(index)).toBe(place);
          index += point.length;
        }
      }),
      { seed: 4 },
    );
  });

  it('ends where it ends', () => {
    const points = new CodePointText('🌊a');
    expect([points.slice(1, 99), points.slice(5, 9), points.slice(0, 0)]).toEqual(['a', '', '']);
  });
});

describe('work on several at once', () => {
  it('keeps the order, and does no more at once than allowed', async () => {
    let [running, most] = [0, 0];
    const results = await severalAtOnce([5, 4, 3, 2, 1], 2, async (number) => {
      running += 1;
      most = Math.max(most, running);
      await sleep(number);
      running -= 1;
      return number * 10;
    });
    expect([results, most]).toEqual([[50, 40, 30, 20, 10], 2]);
  });

  it('fails with the first that fails, and begins no more', async () => {
    const begun: number[] = [];
    const work = async (number: number) => {
      begun.push(number);
      if (number === 2) throw new Error('two');
    };
    await expect(severalAtOnce([1, 2, 3, 4], 2, work)).rejects.toThrow('two');
    expect(begun).toEqual([1, 2]);
  });

  it('of nothing is nothing', async () => {
    expect(await severalAtOnce([], 3, async () => 1)).toEqual([]);
  });
});
