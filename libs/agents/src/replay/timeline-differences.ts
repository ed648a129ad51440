import type { ReplayChange, ReplayDifferences, TimelineStep } from '@lectern/contracts/agents';
import type { TimelineEntity } from '../timeline/timeline.entity';

/** Differences of each kind that are listed per stage. */
const LISTED_MAX = 50;

/** Of an interaction, what is compared. */
export type ComparedTimeline = Pick<TimelineEntity, 'outcome' | 'answer' | 'error' | 'detail'>;

/** The differences between two runs of one question; empty when their steps, what they read and their answers agree. */
export function timelineDifferences(before: ComparedTimeline, after: ComparedTimeline): ReplayDifferences[] {
  const [stepsBefore, stepsAfter] = [stepsByPath(before), stepsByPath(after)];
  const [readBefore, readAfter] = [readIn(before), readIn(after)];
  const stages: readonly ReplayDifferences[] = [
    { stage: 'steps', ...sides(stepsBefore.keys(), stepsAfter.keys()), changed: stepChanges(stepsBefore, stepsAfter) },
    { stage: 'context', ...sides(readBefore, readAfter), changed: [] },
    { stage: 'answer', added: [], removed: [], changed: answerChanges(before, after) },
  ];
  return stages
    .filter(({ added, removed, changed }) => added.length + removed.length + changed.length > 0)
    .map(({ stage, added, removed, changed }) => ({
      stage,
      added: added.slice(0, LISTED_MAX),
      removed: removed.slice(0, LISTED_MAX),
      changed: changed.slice(0, LISTED_MAX),
    }));
}

/** Steps by path; further ones of a path, for other questions or runs of the workflow, by path and number. */
function stepsByPath({ detail }: ComparedTimeline): ReadonlyMap<string, TimelineStep> {
  const counts = new Map<string, number>();
  return new Map(
    detail.steps.map((step) => {
      const count = (counts.get(step.agent_path) ?? 0) + 1;
      counts.set(step.agent_path, count);
      return [count === 1 ? step.agent_path : `${step.agent_path}#${count}`, step];
    }),
  );
}

function readIn({ detail }: ComparedTimeline): ReadonlySet<string> {
  return new Set(detail.context.flatMap(({ chunks }) => chunks));
}

function sides(before: Iterable<string>, after: Iterable<string>): Pick<ReplayDifferences, 'added' | 'removed'> {
  const [was, is] = [new Set(before), new Set(after)];
  return { added: [...is].filter((one) => !was.has(one)), removed: [...was].filter((one) => !is.has(one)) };
}

function stepChanges(
  before: ReadonlyMap<string, TimelineStep>,
  after: ReadonlyMap<string, TimelineStep>,
): readonly ReplayChange[] {
  return [...after].flatMap(([id, is]) => {
    const was = before.get(id);
    if (!was) return [];
    return [...change(id, 'value', [was.value, is.value]), ...change(id, 'error', [was.error, is.error])];
  });
}

function answerChanges(before: ComparedTimeline, after: ComparedTimeline): readonly ReplayChange[] {
  return [
    ...change('outcome', 'outcome', [before.outcome, after.outcome]),
    ...change('error', 'error', [before.error, after.error]),
    ...change('answer', 'answer', [before.answer, after.answer]),
  ];
}

function change(
  id: string,
  what: ReplayChange['what'],
  [before, after]: readonly [string | null, string | null],
): readonly ReplayChange[] {
  return before === after ? [] : [{ id, what, before, after }];
}
