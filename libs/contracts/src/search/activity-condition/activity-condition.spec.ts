import fc from 'fast-check';
import { extra, required, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { refusals } from '../../validation/refused.fixture';
import { list, text } from '../../validation/requests.fixture';
import * as conditions from './activity-condition.dto';

const compared = (kind: string) =>
  Object.fromEntries(['eq', 'ne', 'gt', 'ge', 'lt', 'le'].map((name) => [name, `null ${kind}`]));
const listed = { isnull: 'null flag', isin: 'null list', isnotin: 'null list' };

describe('conditions on activity', () => {
  it('compare texts, also by patterns', () => {
    const texts = { ...compared('text'), ...listed, like: 'null text', ilike: 'null text' };
    expect(wireOf(conditions.TextCondition, {})).toEqual(texts);
    expect(wireOf(conditions.AuditCondition, { key: 'a' })).toEqual({ key: 'text!', ...texts });
  });

  it('compare numbers, ids, instants, codes and flags', () => {
    expect(wireOf(conditions.NumberCondition, {})).toEqual({ ...compared('whole fraction'), ...listed });
    expect(wireOf(conditions.RowIdCondition, {})).toEqual({ ...compared('whole'), ...listed });
    expect(wireOf(conditions.InstantCondition, {})).toEqual({ ...compared('text'), ...listed });
    expect(wireOf(conditions.StatusCondition, {})).toEqual({ ...compared('whole text'), ...listed });
    expect(wireOf(conditions.FlagCondition, {})).toEqual({ eq: 'null flag', ne: 'null flag', isnull: 'null flag' });
  });

  it.each(Object.values(conditions).filter((one) => typeof one === 'function'))(
    '%p has no operator that nobody knows, and says so once',
    (type) => {
      expect(refusals(type, { key: 'a', between: [1, 2] }).filter((one) => one.startsWith('between'))).toEqual([
        `between: ${extra}`,
      ]);
    },
  );

  it.each([
    [conditions.TextCondition, { eq: text(20_000) }, { eq: text(20_001) }, `eq: ${tooLong(20_000)}`],
    [conditions.TextCondition, { isin: list(200, String) }, { isin: list(201, String) }, `isin: ${tooMany(200)}`],
    [conditions.TextCondition, { like: text(1_000) }, { like: text(1_001) }, `like: ${tooLong(1_000)}`],
    [conditions.TextCondition, { isin: [] }, { isin: 'a' }, 'isin: Input should be a valid list'],
    [conditions.AuditCondition, { key: text(256) }, { key: text(257) }, `key: ${tooLong(256)}`],
    [conditions.AuditCondition, { key: 'a', eq: 'b' }, { eq: 'b' }, `key: ${required}`],
    [
      conditions.NumberCondition,
      { ge: -0.5 },
      { ge: 'many' },
      'ge: Input should be a valid number, unable to parse string as a number',
    ],
    [
      conditions.NumberCondition,
      { isnotin: list(200, Number) },
      { isnotin: list(201, Number) },
      `isnotin: ${tooMany(200)}`,
    ],
    [conditions.RowIdCondition, { gt: 0 }, { gt: -1 }, 'gt: Input should be greater than or equal to 0'],
    [
      conditions.RowIdCondition,
      { gt: 2 ** 53 - 1 },
      { gt: 2 ** 53 },
      'gt: Input should be less than or equal to 9007199254740991',
    ],
    [
      conditions.RowIdCondition,
      { isin: [1] },
      { isin: [0.5] },
      'isin.0: Input should be a valid integer, got a number with a fractional part',
    ],
    [
      conditions.InstantCondition,
      { lt: '2024-05-06T07:08' },
      { lt: 'May' },
      'lt: Input should be a valid datetime or date, not an ISO 8601 date or date and time of the years 1 to 9999',
    ],
    [conditions.InstantCondition, { isin: ['2024-05-06'] }, { isin: [5] }, 'isin.0: Input should be a valid datetime'],
    [
      conditions.FlagCondition,
      { eq: false },
      { eq: 'perhaps' },
      'eq: Input should be a valid boolean, unable to interpret input',
    ],
  ])('%p takes its own values only: %#', (type, good, bad, fault) => {
    expect([refusals(type, good), refusals(type, bad)]).toEqual([[], [fault]]);
  });

  it('take the code of a status as a number or as text', () => {
    const status = (eq: unknown) => refusals(conditions.StatusCondition, { eq });
    for (const code of [0, -3, '0', '-1', '999', -999]) expect(status(code)).toEqual([]);
    for (const code of [1_000, '1000', 0.5, 'success', '', true]) expect(status(code)).not.toEqual([]);
    expect(refusals(conditions.StatusCondition, { isin: ['-2', -3] })).toEqual([]);
  });

  it('have patterns that do not end in the middle of an escape', () => {
    const fault = 'Value error, A pattern must not end with a single backslash';
    for (const name of ['like', 'ilike']) {
      const like = (pattern: string) => refusals(conditions.TextCondition, { [name]: pattern });
      for (const pattern of ['%', 'a_c', '\\%', 'a\\\\', '']) expect(like(pattern)).toEqual([]);
      for (const pattern of ['\\', 'a\\', 'a\\\\\\']) expect(like(pattern)).toEqual([`${name}: ${fault}`]);
    }
  });

  it('take every pattern whose last escape is complete', () => {
    const piece = fc.constantFrom('a', '%', '_', '\\%', '\\_', '\\\\');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        expect(refusals(conditions.TextCondition, { like: pieces.join('') })).toEqual([]);
        expect(refusals(conditions.TextCondition, { like: `${pieces.join('')}\\` })).toHaveLength(1);
      }),
    );
  });
});
