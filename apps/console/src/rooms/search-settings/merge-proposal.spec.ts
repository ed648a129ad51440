import type { AgentRequest } from '@lectern/contracts/understanding';
import { lastProposal, lastRenaming } from './merge-proposal';

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

describe('entities that got other names', () => {
  const renames = [
    { group: 'PERSON', from: 'Ada', to: 'Ada Lovelace' },
    { group: 'PERSON', from: 'Bo', to: null },
  ];
  const renaming = (more: object = {}) =>
    task('rename', { parameters: { operations: [{ align: { renames } }] }, ...more });

  it('are those of the last task that renames, which proposes nothing', () => {
    const shown = renames.map(({ from, to }) => ({ from, to }));
    expect(lastRenaming([proposed, renaming()])).toEqual({ id: 'rename', state: 'working', renames: shown, log: null });
    expect(lastRenaming([renaming({ completed: true })])).toMatchObject({ state: 'done' });
    expect(lastRenaming([renaming({ failed: true, log: 'no' })])).toMatchObject({ state: 'failed', log: 'no' });
    expect(lastRenaming([proposed])).toBeUndefined();
    expect(lastProposal([renaming(), proposed])).toMatchObject({ id: 'a', applying: undefined });
  });
});
