import type { JobState, JobView } from '@lectern/database';
import type { WaitingResource } from '@lectern/resource-store';
import { isScheduled, processingStatusItem, type ResourceWork } from './processing-status-item';

const now = new Date('2026-05-01T10:00:00Z');
const inS = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

const resource: WaitingResource = {
  id: 'r',
  title: 'Report',
  status: 'PENDING',
  modified: inS(-9),
  classifications: [{ labelset: 'topics', label: 'finance', cancelled_by_user: false }],
};

function job(state: JobState, more: Partial<JobView> = {}): JobView {
  const attempts = { waiting: 0, running: 1, retrying: 3, failed: 10 }[state];
  return {
    id: state,
    task: 'processResource',
    payload: {},
    state,
    attempts,
    attemptsMax: 10,
    lastError: null,
    runAt: inS(-5),
    createdAt: inS(-6),
    progress: null,
    ...more,
  };
}

function item(jobs: readonly JobView[], more: Partial<ResourceWork> = {}) {
  const rates = { words: 2, meaning: null };
  return processingStatusItem({ resource, kbid: 'k', jobs, positions: new Map(), rates, now, ...more });
}

describe('an item of the processing status', () => {
  it('says what waits, since when, and for how long', () => {
    expect(item([job('waiting')], { positions: new Map([['waiting', 7]]) })).toEqual({
      processing_id: 'waiting',
      resource_id: 'r',
      kbid: 'k',
      title: 'Report',
      labels: ['topics/finance'],
      completed: false,
      completed_at: null,
      scheduled: true,
      failed: false,
      retries: 0,
      waits_for: 'words',
      timestamp: '2026-05-01T09:59:54',
      scheduled_at: '2026-05-01T09:59:55',
      schedule_order: 7,
      schedule_eta: 4,
    });
  });

  it('stands for what runs, while something else was given up', () => {
    const both = item([job('failed'), job('running'), job('retrying')]);
    expect(both).toMatchObject({ processing_id: 'running', scheduled: false, failed: true, schedule_eta: 0 });
  });

  it('says when the next try is, and how many there were', () => {
    const waiting = item([job('retrying', { runAt: inS(30) }), job('waiting', { runAt: inS(40) })]);
    expect(waiting).toMatchObject({ processing_id: 'retrying', scheduled: true, retries: 3, schedule_eta: 30 });
  });

  it('does not guess when the turn of a resource comes', () => {
    expect(item([job('waiting')])).toMatchObject({ schedule_order: 0, schedule_eta: null });
    const embedding = { resource: { ...resource, status: 'PROCESSED' }, positions: new Map([['waiting', 7]]) } as const;
    expect(item([job('waiting')], embedding)).toMatchObject({ waits_for: 'meaning', schedule_eta: null });
  });

  it('counts attempts that failed, not the one that runs', () => {
    expect([item([job('running')]).retries, item([job('failed')]).retries, item([]).retries]).toEqual([0, 10, 0]);
  });

  it('waits for words when these were given up, and for its meaning when that was', () => {
    const processed = { resource: { ...resource, status: 'ERROR' } } as const;
    expect(item([job('failed')], processed)).toMatchObject({ waits_for: 'words', scheduled: false, failed: true });
    const embedding = item([job('failed', { task: 'embedResource' })], processed);
    expect(embedding).toMatchObject({ waits_for: 'meaning', scheduled: false, failed: true });
  });

  it('waits for its turn while it is between two tasks', () => {
    expect(isScheduled([])).toBe(true);
    expect(item([])).toMatchObject({ processing_id: '', timestamp: '2026-05-01T09:59:51', scheduled_at: null });
  });
});
