import type { JobStore, Outcome, TakenJob } from './job-store';
import { TaskGroup } from './task-group';

const job = (id: string): TakenJob => {
  return { id, task: 'work', payload: {}, attempts: 1, attemptsMax: 2, tenant: '-', replayed: false, progress: null };
};

/** A group that takes its jobs from `waiting`. */
function groupOf(waiting: TakenJob[][]) {
  let takes = 0;
  const settled: string[] = [];
  const store: Pick<JobStore, 'take' | 'settle' | 'releaseUnknown'> = {
    take: async (_tasks, _count, { outcomes = [] }) => {
      takes += 1;
      settled.push(...outcomes.map(({ id }) => id));
      return waiting.shift() ?? [];
    },
    settle: async () => undefined,
    releaseUnknown: async () => undefined,
  };
  const ended: (() => void)[] = [];
  const run = ({ id }: TakenJob) => new Promise<Outcome>((resolve) => ended.push(() => resolve({ id, kind: 'done' })));
  const group = new TaskGroup({
    // The members that a group uses.
    store: store as JobStore,
    tasks: ['work'],
    now: () => ['work'],
    concurrency: 2,
    tenantMax: 2,
    run,
    onTrouble: () => undefined,
  });
  return { group, settled, takes: () => takes, endFirst: () => ended.shift()?.() };
}

async function quiet(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

describe('a group of tasks', () => {
  it('looks for jobs when some were added, and with what says that one of its own has ended', async () => {
    const { group, settled, takes, endFirst } = groupOf([[], [job('a')]]);
    await quiet();
    expect(takes()).toBe(1);
    group.added();
    await quiet();
    expect(takes()).toBe(2);
    endFirst();
    await quiet();
    expect([settled, takes()]).toEqual([['a'], 3]);
  });

  it('looks again after jobs ended elsewhere only while one that was added waits for its turn', async () => {
    const { group, takes } = groupOf([[], [], [job('a')]]);
    await quiet();
    group.attemptsSettled();
    await quiet();
    expect(takes()).toBe(1);
    group.added();
    await quiet();
    group.attemptsSettled();
    await quiet();
    expect(takes()).toBe(3);
    group.attemptsSettled();
    await quiet();
    expect(takes()).toBe(3);
  });

  it('does not look again when nothing that was added is due', async () => {
    const { group, takes } = groupOf([]);
    await quiet();
    group.added();
    await quiet();
    expect([group.waits, takes()]).toEqual([true, 2]);
    group.nothingDue();
    group.attemptsSettled();
    await quiet();
    expect([group.waits, takes()]).toEqual([false, 2]);
  });
});
