import type { AgentRequest } from '@lectern/contracts/understanding';
import { lastProposal } from './merge-proposal';

const task = (id: string, more: object = {}) =>
  ({
    id,
    task: { name: 'llm-align' },
    timestamp: `2026-01-01T00:00:0${id.length}`,
    parameters: { operations: [{}] },
    report: null,
    log: null,
    completed: false,
    failed: false,
    stopped: false,
    ...more,
  }) as AgentRequest;
const merge = { kind: 'entity', group: 'PERSON', keep: { name: 'Ada Lovelace' }, merge: [{ name: 'ada lovelace' }] };
const proposed = task('a', { completed: true, report: { merges: [{ keep: null }, merge] } });
const applies = (more: object) => task('apply', { parameters: { operations: [{ align: { apply: 'a' } }] }, ...more });

describe('names that mean the same', () => {
  it('are proposed by a task, with the numbers by which they are applied', () => {
    expect(lastProposal([task('zz', { task: { name: 'labeler' } }), proposed])).toEqual({
      id: 'a',
      state: 'proposed',
      applying: undefined,
      log: null,
      merges: [{ number: 1, kind: 'entity', group: 'PERSON', keep: 'Ada Lovelace', merged: ['ada lovelace'] }],
    });
    expect(lastProposal([])).toBeUndefined();
  });

  it('are sought, or could not be', () => {
    expect(lastProposal([task('a')])).toMatchObject({ state: 'working', merges: [] });
    expect(lastProposal([task('a', { failed: true, log: 'no' })])).toMatchObject({ state: 'failed', log: 'no' });
  });

  it('are merged by another task', () => {
    const states = [{}, { completed: true }, { failed: true }];
    expect(states.map((state) => lastProposal([proposed, applies(state)])?.applying)).toEqual([
      'working',
      'done',
      'failed',
    ]);
  });
});
