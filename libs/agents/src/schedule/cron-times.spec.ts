import { checkTimes, nextTimes } from './cron-times';

const now = new Date('2026-03-27T12:00:00Z');
const timesOf = (cron: string, timezone = 'UTC', count = 3) =>
  nextTimes({ cron, timezone }, now, count).map((time) => time.toISOString());

describe('times of a cron expression', () => {
  it('are those after a time', () => {
    expect(timesOf('30 8 * * MON-FRI')).toEqual([
      '2026-03-30T08:30:00.000Z',
      '2026-03-31T08:30:00.000Z',
      '2026-04-01T08:30:00.000Z',
    ]);
  });

  it('stay the same on the clock when summer time begins', () => {
    expect(timesOf('0 8 * * *', 'Europe/Zurich')).toEqual([
      '2026-03-28T07:00:00.000Z',
      '2026-03-29T06:00:00.000Z',
      '2026-03-30T06:00:00.000Z',
    ]);
  });

  it('are read in the zone that is named, whatever that of the server is', () => {
    expect(timesOf('0 8 * * *', 'Asia/Tokyo', 1)).toEqual(['2026-03-27T23:00:00.000Z']);
  });

  it.each([
    ['*/5 * * * *', 'UTC'],
    ['0 0 29 2 *', 'UTC'],
    ['0 8 * * 1', 'America/New_York'],
  ])('%s in %s are taken', (cron, timezone) => expect(() => checkTimes({ cron, timezone }, now)).not.toThrow());

  it.each([
    ['* * * * *', 'UTC', /every 5 minutes/],
    ['0,1 8 * * *', 'UTC', /every 5 minutes/],
    ['0 0 31 2 *', 'UTC', /never come/],
    ['0 0 8 * * *', 'UTC', /five parts/],
    ['@daily', 'UTC', /five parts/],
    ['60 8 * * *', 'UTC', /cannot be read/],
    ['0 8 * * *', 'Nowhere', /cannot be read/],
    ['', 'UTC', /five parts/],
    ['0 8 * * $(id)', 'UTC', /cannot be read/],
    ['0-59/0 8 * * *', 'UTC', /cannot be read/],
  ])('%s in %s are refused', (cron, timezone, problem) =>
    expect(() => checkTimes({ cron, timezone }, now)).toThrow(problem),
  );

  it('are found in a short time, also where there are hardly any', () => {
    const began = process.cpuUsage().user;
    for (const cron of ['0 0 29 2 1', '0 0 31 2 *', '59 23 31 12 0#5', '0 0 31 2,4,6,9,11 *'])
      try {
        checkTimes({ cron, timezone: 'UTC' }, now);
      } catch {
        // Only the time counts.
      }
    expect(process.cpuUsage().user - began).toBeLessThan(2_000_000);
  });
});
