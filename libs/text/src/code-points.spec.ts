import fc from 'fast-check';
import { codePointLength, CodePointMap, codePointSlicer, sliceCodePoints } from '.';

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
        const part = [...text].slice(start, Math.max(start, end)).join('');
        expect(sliceCodePoints(text, start, end)).toBe(part);
        expect(codePointSlicer(text)(start, end)).toBe(part);
        expect(codePointSlicer(text)(start)).toBe([...text].slice(start).join(''));
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

  it('map in long texts, wherever one asks first', () => {
    const part = fc.tuple(fc.constantFrom('a', '😀', '\ud83d', '\ude00', 'é😀'), fc.nat(300));
    const longText = fc.array(part, { maxLength: 6 }).map((parts) => parts.map(([text, n]) => text.repeat(n)).join(''));
    fc.assert(
      fc.property(longText, fc.nat(2_000), fc.nat(2_000), (text, start, end) => {
        const characters = [...text];
        expect(sliceCodePoints(text, start, end)).toBe(characters.slice(start, Math.max(start, end)).join(''));
        const map = new CodePointMap(text);
        const index = Math.min(start, text.length);
        const inPair = text.slice(index - 1, index + 1).codePointAt(0) ?? 0;
        const before = [...text.slice(0, index)].length - Number(inPair > 0xffff);
        expect(map.toCodePoint(start)).toBe(before);
        expect(map.toUtf16(end)).toBe(characters.slice(0, end).join('').length);
        expect(map.length).toBe(characters.length);
      }),
    );
  });
});
