import fc from 'fast-check';
import { callsOf, embeddedTexts } from './embedded-texts';

describe('what is embedded of a paragraph', () => {
  const passages = { text: '🌙 Moon.Tides follow.', first: 1_000, starts: [1_000, 1_007], ends: [1_007, 1_020] };

  it('is cut from a piece of the text by offsets in the whole one', () => {
    expect(embeddedTexts('', passages)).toEqual(['🌙 Moon.', 'Tides follow.']);
  });

  it('stands under the title, unless it begins with it', () => {
    expect(embeddedTexts('Tides', passages)).toEqual(['Tides\n🌙 Moon.', 'Tides follow.']);
  });
});

describe('calls of the model', () => {
  it('have all texts in their order, and are bounded by count and size', () => {
    const texts = fc.array(fc.string({ maxLength: 30 }));
    fc.assert(
      fc.property(texts, (all) => {
        const calls = callsOf(all, { textsMax: 4, charsMax: 40 });
        expect(calls.flat()).toEqual(all);
        for (const call of calls) {
          expect(call.length).toBeLessThanOrEqual(4);
          expect(call.join('').length).toBeLessThanOrEqual(40);
        }
      }),
    );
  });

  it('has a text alone that is larger than a call', () => {
    expect(callsOf(['a', 'x'.repeat(50), 'b'], { textsMax: 4, charsMax: 40 }).map((call) => call.length)).toEqual([
      1, 1, 1,
    ]);
  });
});
