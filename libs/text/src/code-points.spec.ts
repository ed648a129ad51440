import fc from 'fast-check';
import { codePointLength, CodePointMap, sliceCodePoints } from '.';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

describe('code points', () => {
  it('count an emoji as one', () => {
    expect(codePointLength('😀a')).toBe(2);
    expect(codePointLength('añ北')).toBe(3);
  });

  it('slice without cutting an emoji', () => {
    expect(sliceCodePoints('a😀b😀c', 1, 4)).toBe('😀b😀');
    expect(sliceCodePoints('a😀b', -5)).toBe('a😀b');
  });

  it('agree with the string iterator on any text', () => {
    fc.assert(
      fc.property(anyText, fc.nat(70), fc.nat(70), (text, start, end) => {
        expect(codePointLength(text)).toBe([...text].length);
        expect(sliceCodePoints(text, start, end)).toBe([...text].slice(start, Math.max(start, end)).join(''));
      }),
    );
  });

  it('map to UTF-16 and back, from inside a pair to its beginning', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const map = new CodePointMap(text);
        for (let offset = 0; offset <= map.length; offset += 1)
          expect(map.toCodePoint(map.toUtf16(offset))).toBe(offset);
      }),
    );
    expect(new CodePointMap('😀a').toCodePoint(1)).toBe(0);
  });
});
