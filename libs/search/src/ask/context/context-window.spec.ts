import { countTokens } from '@lectern/text';
import fc from 'fast-check';
import { contextTokens, withinWindow } from './context-window';

describe('the window of a model', () => {
  it('leaves the context what answer, question and history do not take', () => {
    expect(contextTokens({ modelTokensMax: 1_000, others: [] })).toBe(900);
    expect(contextTokens({ modelTokensMax: 1_000, others: ['sea '.repeat(100)], answerTokensMax: 200 })).toBe(599);
    expect(contextTokens({ modelTokensMax: 1_000, wanted: 50, others: [] })).toBe(50);
    expect(contextTokens({ modelTokensMax: 1_000, wanted: 950, others: [] })).toBe(900);
  });

  it('leaves the context a quarter, whatever else there is', () => {
    const others = ['sea '.repeat(10_000)];
    expect(contextTokens({ modelTokensMax: 1_000, others, answerTokensMax: 5_000 })).toBe(225);
    expect(contextTokens({ modelTokensMax: 1, others })).toBe(1);
  });

  it('is filled from the front: the last entry that fits is cut, those behind it are left out', () => {
    const texts = fc.array(fc.constantFrom('The moon pulls the sea. ', '月亮牵引着海水', '👩‍👩‍👧', 'x'.repeat(500)), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 120 }), (all, tokensMax) => {
        const entries = all.map((text, at) => ({ key: String(at), text }));
        const kept = withinWindow(entries, tokensMax);
        expect(kept.reduce((sum, { text }) => sum + countTokens(text), 0)).toBeLessThanOrEqual(tokensMax);
        expect(kept.slice(0, -1)).toEqual(entries.slice(0, Math.max(0, kept.length - 1)));
        const last = kept.at(-1);
        if (last) expect(entries[kept.length - 1]?.text.startsWith(last.text)).toBe(true);
      }),
    );
  });
});
