import fc from 'fast-check';
import { countTokens, fitsTokens, textWithinTokens } from './tokens';

describe('tokens of a text', () => {
  it.each([
    ['', 0],
    ['The moon pulls the sea.', 6],
    ['月亮牵引着海水', 8],
    ['<|endoftext|>', 7],
  ])('of %j are %i', (text, count) => {
    expect(countTokens(text)).toBe(count);
  });

  it('of long texts are about as many as those of their parts', () => {
    const sentence = 'The moon pulls the sea twice a day. ';
    const count = countTokens(sentence.repeat(1_000));
    expect(count).toBeGreaterThan(8_900);
    expect(count).toBeLessThan(9_500);
  });

  it('are counted no further than the limit', () => {
    const text = 'sea '.repeat(100_000);
    expect(countTokens(text, 10)).toBeGreaterThan(10);
    expect(countTokens(text, 10)).toBeLessThan(1_000);
  });

  it('of endless words do not take endless time', () => {
    const text = 'a'.repeat(300_000) + ' '.repeat(300_000) + '👩‍👩‍👧'.repeat(10_000);
    expect(countTokens(text)).toBeGreaterThan(10_000);
  });

  it('bound the longest beginning that fits, which is cut between characters', () => {
    const parts = fc.constantFrom('sea ', '月', '👩', 'x'.repeat(50), '\n', 'Gezeitenkraftwerk', '\ud83d');
    const texts = fc.array(parts, { maxLength: 60 }).map((all) => all.join(''));
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 80 }), (text, tokensMax) => {
        const kept = textWithinTokens(text, tokensMax);
        expect(text.startsWith(kept)).toBe(true);
        expect(countTokens(kept)).toBeLessThanOrEqual(tokensMax);
        expect(fitsTokens(text, tokensMax)).toBe(kept === text);
        const next = String.fromCodePoint(text.codePointAt(kept.length) ?? 32);
        if (kept !== text) expect(countTokens(kept + next)).toBeGreaterThan(tokensMax - 4);
        if (kept !== text && /[\ud800-\udbff]$/.test(kept)) expect(next).not.toMatch(/^[\udc00-\udfff]/);
      }),
    );
  });
});
