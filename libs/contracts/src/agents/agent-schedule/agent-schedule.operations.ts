import { failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import { task } from '../../core/task';
import { AgentTarget } from '../params';
import { AGENT_DEADLINE_MS, configuresAgent, failsOfAdding } from '../policies';
import {
  AddedSchedule,
  ChangedSchedule,
  NewSchedule,
  Schedule,
  ScheduleChange,
  ScheduledRun,
  Schedules,
  ScheduleTarget,
} from './agent-schedule.dto';

const all = { path: '/api/v1/agent/{agent_id}/schedules', host: 'zone', success: 200 } as const;
const one = { path: '/api/v1/agent/{agent_id}/schedule/{schedule_id}', host: 'zone', success: 200 } as const;
const unknown = { not_found: 'The agent has no such schedule.' };
const wrong = {
  invalid_request:
    'The request is not valid: `cron` or `timezone` cannot be read, it runs too often or never, or an argument of the ' +
    'workflow is missing.',
};
/** Schedules act later, when a temporal key is gone. */
const schedules: Policy = { ...configuresAgent, refusesTemporalKeys: true };

/** With what runs next, and how the latest run ended. */
export const listSchedules = operation({
  name: 'agents.schedule.list',
  summary: 'List the schedules of an agent',
  http: { ...all, method: 'GET', member: 'schedules' },
  policy: configuresAgent,
  params: AgentTarget,
  answer: Schedules,
  deadlineMs: AGENT_DEADLINE_MS,
});

/**
 * Asks a workflow at the times that a cron expression describes. It runs with the rights of the caller, and pauses when
 * the caller loses them. An agent has at most 50 schedules.
 */
export const addSchedule = operation({
  name: 'agents.schedule.add',
  summary: 'Add a schedule to an agent',
  feature: 'generative',
  http: { ...all, method: 'POST' },
  policy: schedules,
  params: AgentTarget,
  body: NewSchedule,
  answer: AddedSchedule,
  fails: {
    ...failsOfAdding,
    ...wrong,
    not_found: 'The agent has no such workflow.',
    forbidden: 'The caller has no role of its own on the agent.',
  },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** With what runs next, and how the latest run ended. */
export const getSchedule = operation({
  name: 'agents.schedule.get',
  summary: 'Get a schedule of an agent',
  http: { ...one, method: 'GET' },
  policy: configuresAgent,
  params: ScheduleTarget,
  answer: Schedule,
  fails: unknown,
  deadlineMs: AGENT_DEADLINE_MS,
});

/** It then runs with the rights of the caller. */
export const changeSchedule = operation({
  name: 'agents.schedule.change',
  summary: 'Change a schedule of an agent',
  feature: 'generative',
  http: { ...one, method: 'PATCH' },
  policy: schedules,
  params: ScheduleTarget,
  body: ScheduleChange,
  answer: ChangedSchedule,
  fails: { ...failsWithoutRoom, ...unknown, ...wrong },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** A run that has begun continues to its end. */
export const deleteSchedule = operation({
  name: 'agents.schedule.delete',
  summary: 'Delete a schedule of an agent',
  http: { ...one, method: 'DELETE', reply: 'null' },
  policy: configuresAgent,
  params: ScheduleTarget,
  fails: unknown,
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Runs it as soon as possible, and ends a pause. It then runs with the rights of the caller. */
export const runScheduleNow = operation({
  name: 'agents.schedule.run',
  summary: 'Run a schedule of an agent now',
  feature: 'generative',
  http: { ...one, path: `${one.path}/run`, method: 'POST', reply: 'null' },
  policy: schedules,
  params: ScheduleTarget,
  fails: { ...failsWithoutRoom, ...unknown, forbidden: 'The caller has no role of its own on the agent.' },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Names a schedule in tasks. */
export interface NamedSchedule {
  readonly agent: string;
  readonly id: string;
}

/** Runs a schedule when it is due. A process that is lost ends its run, which counts as a failure. */
export const runSchedule = task<NamedSchedule>({
  name: 'runSchedule',
  attemptsMax: 20,
  timeoutMs: 20 * 60_000,
});

/** Sends the result of a run to the webhook of its schedule, for about two hours. Safe to repeat. */
export const deliverScheduleResult = task<NamedSchedule & { readonly run: ScheduledRun }>({
  name: 'deliverScheduleResult',
  attemptsMax: 20,
  timeoutMs: 60_000,
  worksWithoutRoom: true,
});
