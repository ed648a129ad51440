import { getEventListeners } from 'node:events';
import { Deadline } from './deadline';

describe('A deadline', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('aborts when the time is over', () => {
    const deadline = new Deadline(1_000);
    jest.advanceTimersByTime(999);
    expect([deadline.signal.aborted, deadline.isOver]).toEqual([false, false]);
    jest.advanceTimersByTime(1);
    expect([deadline.signal.aborted, deadline.isOver]).toEqual([true, true]);
  });

  it('aborts with the caller, for the same reason, and is not over then', () => {
    const caller = new AbortController();
    const deadline = new Deadline(1_000, caller.signal);
    const reason = new Error('gone');
    caller.abort(reason);
    jest.advanceTimersByTime(1_000);
    expect([deadline.signal.reason, deadline.isOver]).toEqual([reason, false]);
  });

  it('has aborted from the start when the caller is gone', () => {
    expect(new Deadline(1_000, AbortSignal.abort()).signal.aborted).toBe(true);
  });

  it('leaves neither a timer nor a listener behind', () => {
    const caller = new AbortController();
    const deadline = new Deadline(1_000, caller.signal);
    deadline.release();
    expect([jest.getTimerCount(), getEventListeners(caller.signal, 'abort')]).toEqual([0, []]);
    caller.abort();
    expect(deadline.signal.aborted).toBe(false);
  });
});
