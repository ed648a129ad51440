import fc from 'fast-check';
import { Findings } from './findings';
import type { ChoiceNode, NumberNode, TextNode } from './node';
import {
  type Check,
  choiceCheck,
  codePoints,
  flagCheck,
  instantCheck,
  numberCheck,
  readFlag,
  textCheck,
  uuidCheck,
} from './scalars';

/** The value that a check returns, or the type of its fault. */
function checked(check: Check, input: unknown, textual = false): unknown {
  const findings = new Findings([], textual);
  const value = check(input, findings);
  return findings.violations[0]?.type ?? value;
}

const textOf = (input: unknown, limits: Omit<TextNode, 'kind'> = {}) =>
  checked(textCheck({ kind: 'text', ...limits }), input);
const numberOf = (input: unknown, limits: Omit<NumberNode, 'kind'>, textual = false) =>
  checked(numberCheck({ kind: 'number', ...limits }), input, textual);

describe('code points', () => {
  it('are counted as a string is iterated', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(codePoints(text)).toBe([...text].length)));
  });

  it('are those of halves of pairs, too, which count alone', () => {
    expect(codePoints('\ud83c')).toBe(1);
    expect(codePoints('\udf0a\ud83c')).toBe(2);
    expect(codePoints('🌊')).toBe(1);
  });
});

describe('a text', () => {
  it('is within its limits in code points, whatever characters it has', () => {
    const unit = fc.constantFrom('a', '🌊', 'é', '漢');
    fc.assert(
      fc.property(fc.array(unit), fc.nat(10), fc.nat(10), (units, minLength, more) => {
        const maxLength = minLength + more;
        const { length } = units;
        const expected =
          length < minLength ? 'string_too_short' : length > maxLength ? 'string_too_long' : units.join('');
        expect(textOf(units.join(''), { minLength, maxLength })).toBe(expected);
      }),
    );
  });

  it('matches all of its patterns, each time from the beginning', () => {
    const patterns = [/a/g, /b/y];
    for (const _ of [1, 2, 3]) expect(textOf('ba', { patterns })).toBe('ba');
    expect(textOf('b', { patterns })).toBe('string_pattern_mismatch');
    expect(textOf('ab', { patterns })).toBe('string_pattern_mismatch');
  });

  it('is nothing but a text', () => {
    for (const input of [1, true, null, {}, ['a']]) expect(textOf(input)).toBe('string_type');
  });

  it('of a repeated parameter is the last one', () => {
    const check = textCheck({ kind: 'text' });
    expect(checked(check, ['a', 'b'], true)).toBe('b');
    expect(checked(check, [], true)).toBe('string_type');
  });
});

describe('a number', () => {
  it('is whole where it must be', () => {
    for (const [input, expected] of [
      [1, 1],
      [1.5, 'int_from_float'],
      ['1', 1],
      [' +1.00 ', 1],
      ['1.5', 'int_parsing'],
      ['1e3', 'int_parsing'],
      ['12345678901234567', 'int_parsing'],
      ['', 'int_parsing'],
      [true, 'int_type'],
      [null, 'int_type'],
      [2 ** 53, 'less_than_equal'],
      [-(2 ** 53), 'greater_than_equal'],
    ] as const)
      expect([input, numberOf(input, { whole: true })]).toEqual([input, expected]);
  });

  it('has a fraction or an exponent elsewhere', () => {
    for (const [input, expected] of [
      [1.5, 1.5],
      ['.5', 0.5],
      ['5.', 5],
      ['-1E-2', -0.01],
      ['.', 'float_parsing'],
      ['0x10', 'float_parsing'],
      ['Infinity', 'float_parsing'],
      ['NaN', 'float_parsing'],
      ['1e999', 'finite_number'],
      [-Infinity, 'finite_number'],
      [{}, 'float_type'],
    ] as const)
      expect([input, numberOf(input, { whole: false })]).toEqual([input, expected]);
  });

  it('lies within its bounds', () => {
    const value = fc.integer({ min: -5, max: 5 });
    fc.assert(
      fc.property(value, value, value, (input, low, high) => {
        const isWithin = input >= low && input <= high;
        expect(numberOf(input, { whole: true, ge: low, le: high }) === input).toBe(isWithin);
        const isBetween = input > low && input < high;
        expect(numberOf(input, { whole: false, gt: low, lt: high }) === input).toBe(isBetween);
      }),
    );
  });

  it('is read from text as it is written', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (n) => expect(numberOf(String(n), { whole: true }, true)).toBe(n)));
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) =>
        expect(numberOf(String(n), { whole: false }, true)).toBe(Number(String(n))),
      ),
    );
  });
});

describe('a flag', () => {
  it('is read in all its spellings, in any case', () => {
    for (const word of ['true', '1', 'Yes', 'ON', 't', 'Y']) expect(checked(flagCheck, word)).toBe(true);
    for (const word of ['false', '0', 'No', 'OFF', 'f', 'N']) expect(checked(flagCheck, word)).toBe(false);
    expect([checked(flagCheck, 1), checked(flagCheck, 0)]).toEqual([true, false]);
  });

  it('is nothing else', () => {
    expect([2, '', 'maybe', ' true'].map((input) => checked(flagCheck, input))).toEqual(Array(4).fill('bool_parsing'));
    expect([null, {}, []].map((input) => checked(flagCheck, input))).toEqual(Array(3).fill('bool_type'));
    expect(readFlag({})).toBeUndefined();
  });
});

describe('a choice', () => {
  const node: ChoiceNode = { kind: 'choice', values: ['a', 1, true], miss: 'enum' };
  const check = choiceCheck(node);

  it('is one of its values, of the same type', () => {
    for (const value of node.values) expect(checked(check, value)).toBe(value);
    for (const value of ['b', '1', 'true', 2, false, null]) expect(checked(check, value)).toBe('enum');
  });

  it('is read from text where all values are texts', () => {
    expect(['a', '1', 'true'].map((value) => checked(check, value, true))).toEqual(['a', 1, true]);
    expect(checked(check, 'false', true)).toBe('enum');
  });
});

describe('a UUID', () => {
  it('is accepted with and without hyphens, in any case, as it was sent', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        for (const spelling of [id, id.toUpperCase(), id.replaceAll('-', '')])
          expect(checked(uuidCheck, spelling)).toBe(spelling);
        expect(checked(uuidCheck, `${id}0`)).toBe('uuid_parsing');
        expect(checked(uuidCheck, id.replace(/^./, 'g'))).toBe('uuid_parsing');
      }),
    );
    expect(checked(uuidCheck, 1)).toBe('uuid_type');
  });
});

describe('an instant', () => {
  it('stays as it was sent', () => {
    expect(checked(instantCheck, '2026-01-02T03:04:05+02:00')).toBe('2026-01-02T03:04:05+02:00');
    expect(checked(instantCheck, 'yesterday')).toBe('datetime_parsing');
    expect(checked(instantCheck, 0)).toBe('datetime_type');
  });
});
