import type { AgentRequest } from '@lectern/contracts/understanding';
import { isMoving, lastMigration } from './migration-state';

const request = (id: string, more: object = {}) =>
  ({
    id,
    task: { name: 'semantic-model-migrator' },
    timestamp: `2026-01-01T00:00:0${id.length}`,
    parameters: { semantic_model_id: 'e5' },
    report: null,
    progress: null,
    log: null,
    completed: false,
    stopped: false,
    failed: false,
    cleanup_parent_task_id: null,
    ...more,
  }) as AgentRequest;
const report = { from: 'bge', to: 'e5', switched_at: '2026-01-01T00:01:00Z' };

describe('the move of a box to another embedding model', () => {
  it('is the newest of its kind among the tasks', () => {
    const other = request('labels', { task: { name: 'labeler' } });
    expect(lastMigration([request('a'), other, request('ab')])?.id).toBe('ab');
    expect(lastMigration([other])).toBeUndefined();
  });

  it('works, is stopped, given up or done', () => {
    const states = [{}, { stopped: true }, { failed: true }, { completed: true, report }];
    const moves = states.map((state) => lastMigration([request('a', state)]));
    expect(moves.map((move) => move?.state)).toEqual(['running', 'stopped', 'failed', 'done']);
    expect(moves.map(isMoving)).toEqual([true, false, false, false]);
    expect(moves.at(-1)).toMatchObject({ from: 'bge', to: 'e5', switchedAt: report.switched_at });
  });

  it('is being undone, or was, by a task of its own', () => {
    const done = request('a', { completed: true, report });
    const undo = (more: object) => request('undo', { cleanup_parent_task_id: 'a', ...more });
    expect(lastMigration([done, undo({})])).toMatchObject({ id: 'a', state: 'undoing' });
    expect(lastMigration([done, undo({ completed: true })])).toMatchObject({ id: 'a', state: 'undone' });
    expect(lastMigration([done, undo({ failed: true, log: 'gone' })])).toMatchObject({ state: 'failed', log: 'gone' });
  });
});
