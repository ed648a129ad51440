import { deadline } from './deadline';

describe('deadline', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('counts the time that runs, not that which stands still', () => {
    const limit = deadline(1_000, undefined);
    jest.advanceTimersByTime(5_000);
    limit.resume();
    jest.advanceTimersByTime(600);
    limit.pause();
    jest.advanceTimersByTime(5_000);
    limit.resume();
    limit.resume();
    jest.advanceTimersByTime(399);
    expect(limit.signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(limit.signal.reason).toMatchObject({ code: 'deadline_exceeded' });
  });

  it('ends with the caller, whether it runs or not', () => {
    const caller = new AbortController();
    const limit = deadline(1_000, caller.signal);
    caller.abort();
    expect(limit.signal.reason).toMatchObject({ code: 'cancelled' });
    limit.clear();
  });
});
