import { daysBack, fitting, instantsOf } from './span';

describe('the days of usage', () => {
  it('go back from today', () => {
    const now = new Date('2026-03-01T23:30:00Z');
    expect(daysBack('week', now)).toEqual({ first: '2026-02-22', last: '2026-03-01' });
  });

  it('count whole, the last one included', () => {
    expect(instantsOf('2026-02-28', '2026-02-28')).toEqual({
      from: '2026-02-28T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
    });
  });

  it.each([
    ['2026-03-02', '2026-02-28'],
    ['', '2026-02-28'],
    ['2026-03-02', 'x'],
  ])('do not exist from %j to %j', (first, last) => {
    expect(instantsOf(first, last)).toBeUndefined();
  });

  it('are summed by no more spans than can be seen', () => {
    expect(fitting('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z')).toContain('hour');
    expect(fitting('2016-01-01T00:00:00Z', '2026-01-01T00:00:00Z')).toEqual(['week', 'month', 'quarter', 'year']);
  });
});
