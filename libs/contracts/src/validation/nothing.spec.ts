import fc from 'fast-check';
import { isOff, isOn, nothingOr, saysNothing } from './nothing';

describe('saysNothing', () => {
  it.each([[undefined], [null], [false], [''], [[]], [{}], [{ a: null, b: [], c: '', d: false }]])('%j', (value) => {
    expect(saysNothing(value)).toBe(true);
  });

  it.each([[0], [true], ['x'], [[null]], [{ a: 0 }], [{ a: {} }], [{ a: { b: 'x' } }]])('but not %j', (value) => {
    expect(saysNothing(value)).toBe(false);
  });

  it('of no object that has a text, number or true anywhere', () => {
    const said = fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.constant(true));
    const path = fc.array(fc.string(), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(path, said, (names, value) => {
        const tree = names.reduceRight<unknown>((inner, name) => ({ other: null, [name]: inner }), value);
        return names.includes('__proto__') || !saysNothing(tree);
      }),
    );
  });

  it('ends however deep the value is', () => {
    let deep: unknown = null;
    for (let i = 0; i < 100_000; i += 1) deep = { deep };
    expect(saysNothing(deep)).toBe(false);
  });
});

describe('flags', () => {
  it('are off or on in all their spellings', () => {
    for (const off of [undefined, null, false, '', 0, '0', 'false', 'False', 'no', 'off'])
      expect([off, isOff(off)]).toEqual([off, true]);
    for (const on of [null, true, 1, '1', 'true', 'YES', 'on']) expect([on, isOn(on)]).toEqual([on, true]);
    for (const neither of ['maybe', 2, [], {}]) expect([neither, isOn(neither)]).toEqual([neither, false]);
    for (const on of [true, 1, 'true', 'maybe']) expect([on, isOff(on)]).toEqual([on, false]);
    for (const off of [false, 'no', undefined, '']) expect([off, isOn(off)]).toEqual([off, false]);
  });

  it('are not mixed up with values that are named', () => {
    expect(['simple', '', null].every(nothingOr('simple'))).toBe(true);
    expect(['extended', 'Simple', 1].some(nothingOr('simple'))).toBe(false);
  });
});
