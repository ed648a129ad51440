import type { TimelineStep } from '@lectern/contracts/agents';
import { type ComparedTimeline, timelineDifferences } from './timeline-differences';

const step = (agent_path: string, members: Partial<TimelineStep> = {}): TimelineStep => ({
  module: 'm',
  title: 't',
  agent_path,
  start: 0,
  timeit: 1,
  value: 'done',
  reason: null,
  input_svc_tokens: 0,
  output_svc_tokens: 0,
  error: null,
  calls: [],
  ...members,
});
const timeline = (
  steps: readonly TimelineStep[],
  read: readonly string[] = [],
  members: Partial<ComparedTimeline> = {},
): ComparedTimeline => ({
  outcome: 'answered',
  answer: 'There.',
  error: null,
  detail: { steps, context: [{ source: 's', agent: 'a', agent_id: 'i', chunks: read }], is_reduced: false },
  ...members,
});
const none = { added: [], removed: [], changed: [] };

describe('the differences of two runs of a question', () => {
  it('are empty when only times and tokens differ', () => {
    const later = step('/context/a', { start: 3, timeit: 9, input_svc_tokens: 2 });
    expect(timelineDifferences(timeline([step('/context/a')], ['p']), timeline([later], ['p']))).toEqual([]);
  });

  it('name steps that are new or gone, also those of one module for several questions', () => {
    const before = timeline([step('/context/a'), step('/context/a'), step('/generation/b')]);
    const after = timeline([step('/context/a'), step('/generation/c')]);
    expect(timelineDifferences(before, after)).toEqual([
      { ...none, stage: 'steps', added: ['/generation/c'], removed: ['/context/a#2', '/generation/b'] },
    ]);
  });

  it('name steps that did something else, or fail', () => {
    const failed = step('/context/a', { value: null, error: 'away' });
    const [found] = timelineDifferences(timeline([step('/context/a')]), timeline([failed]));
    expect(found?.changed).toEqual([
      { id: '/context/a', what: 'value', before: 'done', after: null },
      { id: '/context/a', what: 'error', before: null, after: 'away' },
    ]);
  });

  it('name texts that are no longer read, and new ones', () => {
    expect(timelineDifferences(timeline([], ['a', 'b']), timeline([], ['b', 'c']))).toEqual([
      { ...none, stage: 'context', added: ['c'], removed: ['a'] },
    ]);
  });

  it('say how the outcome and the answer changed', () => {
    const failed = timeline([], [], { outcome: 'failed', answer: null, error: 'away' });
    const [found] = timelineDifferences(timeline([]), failed);
    expect(found).toMatchObject({ stage: 'answer' });
    expect(found?.changed).toEqual([
      { id: 'outcome', what: 'outcome', before: 'answered', after: 'failed' },
      { id: 'error', what: 'error', before: null, after: 'away' },
      { id: 'answer', what: 'answer', before: 'There.', after: null },
    ]);
  });

  it('are listed up to a limit', () => {
    const many = Array.from({ length: 60 }, (_, place) => `p${place}`);
    expect(timelineDifferences(timeline([], many), timeline([]))[0]?.removed).toHaveLength(50);
  });
});
