import type { ShownRecord } from './processing-record.repository';
import { isWaiting, shownRecord } from './shown-record';

const pushedAt = new Date('2026-03-01T10:00:00.120Z');
const later = new Date('2026-03-01T10:00:05Z');
const pending: ShownRecord = {
  id: 'p',
  account: 'a',
  client: 'c',
  kbid: 'box',
  resourceId: 'r',
  title: null,
  labels: ['x'],
  seq: 1,
  pushedAt,
  scheduledAt: null,
  endedAt: null,
  failed: false,
  failure: null,
  retries: 0,
  webhook: null,
};

describe('A record of a push', () => {
  it('that waits shows its place in the line and the time until its turn', () => {
    expect(shownRecord(pending, { position: 3, etaS: 1.5 })).toMatchObject({
      scheduled: false,
      completed: false,
      failed: false,
      schedule_order: 3,
      schedule_eta: 1.5,
      timestamp: '2026-03-01T10:00:00.120000',
      scheduled_at: null,
      completed_at: null,
    });
  });

  it('that is worked on has no place any more', () => {
    expect(shownRecord({ ...pending, scheduledAt: later }, { position: 3, etaS: 1.5 })).toMatchObject({
      scheduled: true,
      completed: false,
      schedule_order: -1,
      schedule_eta: 0,
      scheduled_at: '2026-03-01T10:00:05',
    });
  });

  it('that is done is completed, and was not if it failed', () => {
    const ended = { ...pending, scheduledAt: later, endedAt: later };
    expect(shownRecord(ended)).toMatchObject({ completed: true, failed: false, completed_at: '2026-03-01T10:00:05' });
    expect(shownRecord({ ...ended, failed: true, failure: 'no' })).toMatchObject({
      completed: false,
      failed: true,
      failure: 'no',
      completed_at: null,
    });
  });

  it('that was cancelled before its turn waits no longer', () => {
    const cancelled = { ...pending, endedAt: later, failed: true, failure: 'Cancelled' };
    expect(isWaiting(cancelled)).toBe(false);
    expect(shownRecord(cancelled, { position: 2, etaS: 9 })).toMatchObject({ schedule_order: -1, scheduled: false });
  });

  it('without a knowledge box names none', () => {
    expect(shownRecord({ ...pending, kbid: '' }).kbid).toBeNull();
  });

  it('never shows what was pushed', () => {
    expect(shownRecord(pending)).toMatchObject({ request: null, response: null });
  });

  it('tells of its webhook what became of the last call', () => {
    const log = { state: 'retrying', attempts: 2, lastAttemptAt: '2026-03-01T11:00:00.000Z' } as const;
    expect(shownRecord({ ...pending, webhook: { ...log, lastError: 'The webhook answered 500' } }).webhook).toEqual({
      state: 'retrying',
      attempts: 2,
      last_attempt_at: '2026-03-01T11:00:00',
      last_error: 'The webhook answered 500',
    });
    expect(shownRecord({ ...pending, webhook: log }).webhook?.last_error).toBeNull();
  });
});
