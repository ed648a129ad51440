import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { conductOf, faults, received, routesOf } from '../../validation/requests.fixture';
import { listTasks, replayTasks } from './task.operations';

describe('background work', () => {
  it('is for those who run the deployment, never for keys', () => {
    expect(routesOf(listTasks, replayTasks)).toEqual({
      'GET /admin/tasks': '200 json; ROOT of nothing; user pat',
      'POST /admin/tasks/replay': '202 json; ROOT of nothing; user pat',
    });
    expect(conductOf(listTasks, replayTasks)).toEqual({ 'kb.task.list': '30 s', 'kb.task.replay': '30 s' });
  });

  it('is listed whole, 200 tasks a page', () => {
    expect(received(listTasks, {})).toEqual({ query: { limit: 200 } });
    const query = { state: 'failed', task: 'processResource', cursor: 'any', limit: '1' };
    expect(received(listTasks, { query })).toEqual({ query: { ...query, limit: 1 } });
    for (const state of ['waiting', 'running', 'retrying', 'failed'])
      expect(faults(listTasks, { query: { state } })).toEqual([]);
  });

  it.each([
    [{ state: 'done' }, "query.state: Input should be 'waiting', 'running', 'retrying' or 'failed'"],
    [{ limit: '0' }, 'query.limit: Input should be greater than or equal to 1'],
    [{ limit: '201' }, 'query.limit: Input should be less than or equal to 200'],
  ])('refuses %j', (query, fault) => {
    expect(faults(listTasks, { query })).toEqual([fault]);
  });

  it('is tried again all together, or one task', () => {
    expect(received(replayTasks, { body: {} })).toEqual({ body: {} });
    expect(received(replayTasks, { body: { id: null } })).toEqual({ body: { id: null } });
    expect(received(replayTasks, { body: { id: '7' } })).toEqual({ body: { id: '7' } });
    expect(faults(replayTasks, { body: { id: 7 } })).toEqual(['body.id: Input should be a valid string']);
    expect(Object.keys(replayTasks.fails ?? {}).sort()).toEqual(['conflict', 'not_found', 'storage_full']);
  });

  it('is shown with its attempts and its last fault', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'task.dto.ts'), name);
    expect(answer('Tasks')).toBe('tasks, cursor|null');
    expect(answer('TaskView')).toBe('id, task, payload, state, attempts, attempts_max, error|null, next, created');
    expect(answer('TasksReplayed')).toBe('replayed');
  });
});
