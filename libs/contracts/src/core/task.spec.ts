import { scheduledTask, task } from './task';

describe('a task', () => {
  it('is done once per work, as it is declared', () => {
    const declared = { name: 'processResource', attemptsMax: 10, timeoutMs: 1_000 };
    expect(task(declared)).toEqual(declared);
    expect(task(declared).every).toBeUndefined();
  });

  it('that is scheduled is tried three times and may be silent for ten minutes, unless it says otherwise', () => {
    const every = { intervalMs: 60_000 };
    expect(scheduledTask('removeOld', every)).toEqual({
      name: 'removeOld',
      attemptsMax: 3,
      timeoutMs: 600_000,
      every,
    });
    expect(scheduledTask('removeOld', every, { attemptsMax: 25, worksWithoutRoom: true })).toMatchObject({
      attemptsMax: 25,
      timeoutMs: 600_000,
      worksWithoutRoom: true,
    });
  });

  it('that is scheduled keeps its name and interval, whatever else is said', () => {
    const every = { intervalMs: 60_000, afterStartMs: 0 };
    const more = { name: 'other', every: { intervalMs: 1 } };
    expect(scheduledTask('removeOld', every, more)).toMatchObject({ name: 'removeOld', every });
  });
});
