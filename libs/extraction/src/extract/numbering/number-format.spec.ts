import { formattedNumber, type NumberFormat } from './number-format';

describe('a number of a list', () => {
  it.each<readonly [NumberFormat, readonly number[], string]>([
    ['decimal', [0, 1, 12], '0 1 12'],
    ['decimalZero', [1, 12, 123], '01 12 123'],
    ['upperRoman', [1, 4, 9, 14, 40, 90, 400, 1_994, 3_999, 4_000, 0], 'I IV IX XIV XL XC CD MCMXCIV MMMCMXCIX 4000 0'],
    ['lowerRoman', [3, 8], 'iii viii'],
    ['upperLetter', [1, 26, 27, 53, 0, 1_000_000], 'A Z AA AAA 0 1000000'],
    ['lowerLetter', [2, 28], 'b bb'],
  ])('in %s is written as programs write it', (format, numbers, expected) => {
    expect(numbers.map((number) => formattedNumber(number, format)).join(' ')).toBe(expected);
  });

  it('may be hidden', () => expect(formattedNumber(5, 'none')).toBe(''));
});
