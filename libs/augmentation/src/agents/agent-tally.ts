import type { AgentProgress } from '@lectern/contracts/understanding';
import type { AgentTaskTally } from './agent-task.entity';
import { TaskWaits } from './task-waits';

/** What is added to a tally. */
export type TallyGain = Partial<
  Pick<AgentTaskTally, 'resources' | 'workedMs' | 'calls' | 'inputTokens' | 'outputTokens'>
>;

/** Most that a task may use in a day. */
export interface DayBounds {
  readonly calls: number;
  readonly tokens: number;
}

const DAY_MS = 24 * 3_600_000;

/** The tally of a task that begins once more: what it has used today still counts. */
export function begunTally(before: AgentTaskTally | null, total: number | null, now = new Date()): AgentTaskTally {
  const { day, callsOfDay, tokensOfDay } = ofToday(before, now);
  return { resources: 0, total, workedMs: 0, calls: 0, inputTokens: 0, outputTokens: 0, day, callsOfDay, tokensOfDay };
}

/** The tally with what was added. */
export function grownTally(before: AgentTaskTally | null, gain: TallyGain, now = new Date()): AgentTaskTally {
  const tally = before ?? begunTally(null, null, now);
  const { resources = 0, workedMs = 0, calls = 0, inputTokens = 0, outputTokens = 0 } = gain;
  const today = ofToday(tally, now);
  return {
    resources: tally.resources + resources,
    total: tally.total,
    workedMs: tally.workedMs + Math.round(workedMs),
    calls: tally.calls + calls,
    inputTokens: tally.inputTokens + inputTokens,
    outputTokens: tally.outputTokens + outputTokens,
    day: today.day,
    callsOfDay: today.callsOfDay + calls,
    tokensOfDay: today.tokensOfDay + inputTokens + outputTokens,
  };
}

/** @throws TaskWaits until the next day, UTC, when the task has used what it may use in one */
export function admitToday(tally: AgentTaskTally | null, { calls, tokens }: DayBounds, now = new Date()): void {
  const { callsOfDay, tokensOfDay } = ofToday(tally, now);
  const used = callsOfDay >= calls ? `${calls} calls` : tokensOfDay >= tokens ? `${tokens} tokens` : undefined;
  if (used === undefined) return;
  const until = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  throw new TaskWaits(`It has used the ${used} of language models that a task may use in a day`, until);
}

/** A tally in the form of the interface. */
export function shownProgress(tally: AgentTaskTally | null): AgentProgress | null {
  if (!tally) return null;
  const { resources, total, workedMs, calls, inputTokens, outputTokens } = tally;
  const perSecond = workedMs > 0 && resources > 0 ? (resources / workedMs) * 1_000 : null;
  const left = total === null ? null : Math.max(0, total - resources);
  return {
    resources_done: resources,
    resources_total: total === null ? null : Math.max(total, resources),
    seconds_worked: workedMs / 1_000,
    resources_per_second: perSecond,
    seconds_left: left === null || perSecond === null ? null : left / perSecond,
    calls,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
  };
}

function ofToday(tally: AgentTaskTally | null, now: Date): Pick<AgentTaskTally, 'day' | 'callsOfDay' | 'tokensOfDay'> {
  const day = now.toISOString().slice(0, 10);
  return tally?.day === day ? tally : { day, callsOfDay: 0, tokensOfDay: 0 };
}
