import { withoutYearZero } from './earlier-dates';

describe('an item of a file of an earlier version', () => {
  it('loses dates of the year 0, and nothing else', () => {
    const origin = { created: '0000-01-01', modified: '2024-01-01', url: '0000-' };
    expect(withoutYearZero({ id: 'r', payload: { title: 't', origin } })).toEqual({
      id: 'r',
      payload: { title: 't', origin: { modified: '2024-01-01', url: '0000-' } },
    });
    expect(withoutYearZero({ message: { timestamp: '0000-12-31T00:00:00Z', ident: 'x' } })).toEqual({
      message: { ident: 'x' },
    });
    for (const other of [{ message: { timestamp: '0001-01-01' } }, { payload: { origin: null } }, [], null, 'text'])
      expect(withoutYearZero(other)).toEqual(other);
  });
});
