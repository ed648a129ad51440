import { type Call, type Input, systemPrincipal } from '@lectern/contracts/core';
import { readConfig } from '@lectern/config';
import { Metrics } from '../metrics';
import { Lanes } from './lanes';
import { laneLimits, lanesSlice } from './lanes.config';

const { signal } = new AbortController();

function callOn(kbid: string): Input & Call {
  return { params: { kbid }, query: {}, headers: {}, body: {}, principal: systemPrincipal, signal, requestId: 'r' };
}

describe('Lanes', () => {
  const env = { ...process.env };
  let metrics: Metrics;
  const figure = async (line: string) => (await metrics.text()).body.split('\n').find((one) => one.startsWith(line));

  beforeEach(() => {
    Object.assign(process.env, { SEARCHES_AT_ONCE_MAX: '2', READS_WAIT_MS: '1' });
    metrics = new Metrics();
  });
  afterEach(() => {
    process.env = { ...env };
  });

  it('say when to come back to who finds no slot, and count it', async () => {
    const lanes = new Lanes(metrics);
    const slots = [await lanes.enter('search', callOn('a')), await lanes.enter('search', callOn('b'))];
    await expect(lanes.enter('search', callOn('c'))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Too many searches are running: try again later',
      details: { headers: { 'retry-after': '1' } },
    });
    expect(await figure('lectern_lane_refused_total{lane="search",why="late"}')).toMatch(/ 1$/);
    expect(await figure('lectern_lane_running{lane="search"}')).toMatch(/ 2$/);
    expect(await figure('lectern_lane_waiting{lane="search"}')).toMatch(/ 0$/);
    for (const { leave } of slots) leave();
    expect(await figure('lectern_lane_running{lane="search"}')).toMatch(/ 0$/);
  });

  it('do not have cheap work wait for expensive work', async () => {
    const lanes = new Lanes(metrics);
    await Promise.all([lanes.enter('search', callOn('a')), lanes.enter('search', callOn('b'))]);
    const others = ['suggest', 'list', 'ask'] as const;
    expect(await Promise.all(others.map((lane) => lanes.enter(lane, callOn('a'))))).toHaveLength(3);
  });

  it('leave slots to other boxes in every lane that has more than one', () => {
    const limits = laneLimits({ ...readConfig(lanesSlice), SEARCHES_AT_ONCE_MAX: 0 });
    for (const { slotsMax, ownSlotsMax, waitingMax } of Object.values(limits)) {
      expect(ownSlotsMax).toBeLessThan(slotsMax);
      expect(waitingMax).toBeGreaterThanOrEqual(slotsMax);
    }
    expect(laneLimits({ ...readConfig(lanesSlice), ASKS_AT_ONCE_MAX: 1 }).ask.ownSlotsMax).toBe(1);
  });
});
