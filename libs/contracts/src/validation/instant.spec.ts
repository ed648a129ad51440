import fc from 'fast-check';
import { parseInstant } from './instant';

describe('an instant', () => {
  it.each([
    ['2024-01-02', '2024-01-02T00:00:00.000Z'],
    ['2024-01-02T03:04', '2024-01-02T03:04:00.000Z'],
    ['2024-01-02 03:04:05', '2024-01-02T03:04:05.000Z'],
    ['2024-01-02T03:04:05.123456z', '2024-01-02T03:04:05.123Z'],
    ['2024-01-02T03:04:05,5Z', '2024-01-02T03:04:05.500Z'],
    ['2024-01-02T03:04:05+02', '2024-01-02T01:04:05.000Z'],
    ['2024-01-02T03:04:05-0130', '2024-01-02T04:34:05.000Z'],
    ['2024-01-02T03:04:05 +02:00', '2024-01-02T01:04:05.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(parseInstant(text)?.toISOString()).toBe(instant);
  });

  it.each([
    ...['', 'yesterday', '2024', '2024-01', '20240102', '2024-13-01', '2024-02-30', '2023-02-29', '2024-00-10'],
    ...[
      '2024-01-02T24:00',
      '2024-01-02T03:60',
      '2024-01-02T03',
      '2024-01-02T03:04+99:00',
      '2024-01-02x',
      ' 2024-01-02',
    ],
  ])('is not %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  it('is read back from how it is written', () => {
    const dates = fc.date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseInstant(date.toISOString())).toEqual(date);
      }),
    );
  });
});
