import { IsBoolean, IsObject, IsOptional, IsString, IsUUID, Matches, MaxLength, MinLength } from 'class-validator';
import { SESSION_NAME_CHARS_MAX } from '../../core/identifiers';
import type { Integer } from '../../core/integer';
import { JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { QUERY_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { MapOf, Nested, Satisfies } from '../../validation/decorators';
import { jsonWithin, keyWithin } from '../../validation/json-bounds';
import { text } from '../../validation/node';
import { TakesUrl } from '../driver-members/driver-members.dto';
import { ARGUMENTS_CHARS_MAX } from '../interaction/interaction.dto';
import { AgentTarget, WORKFLOW_ID } from '../params';

const NAME_CHARS_MAX = 250;
const CRON_CHARS_MAX = 200;
const ZONE_CHARS_MAX = 64;
const HEADERS_MAX = 20;
const HEADER_CHARS_MAX = 4_096;
const byHeader = { sizeMax: HEADERS_MAX, keyRules: [keyWithin(256)] };
const argumentsBounds = jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: ARGUMENTS_CHARS_MAX });

/** A schedule of an agent. */
export class ScheduleTarget extends AgentTarget {
  /** Id of the schedule, a UUID. */
  @IsUUID() schedule_id!: string;
}

/** Where results are sent. */
export class ScheduleWebhook {
  /** An address on the public internet. */
  @TakesUrl('http', 'https') url!: string;
  /** Headers of each call. Their values are secrets: they are never shown. */
  @MapOf(text({ maxLength: HEADER_CHARS_MAX }), byHeader) headers: Record<string, string> = {};
}

/** A new schedule: when an agent is asked what. */
export class NewSchedule {
  /** For people. */
  @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) name!: string;
  /** Minute, hour, day of the month, month and day of the week, such as `0 8 * * MON-FRI`: at most every 5 minutes. */
  @IsString() @MinLength(1) @MaxLength(CRON_CHARS_MAX) cron!: string;
  /** Time zone of `cron`, such as `Europe/Zurich`. */
  @IsString() @MinLength(1) @MaxLength(ZONE_CHARS_MAX) timezone: string = 'UTC';
  /** Id of the workflow that answers. */
  @IsString() @Matches(WORKFLOW_ID) workflow_id: string = 'default';
  /** The question. */
  @IsString() @MinLength(1) @MaxLength(QUERY_CHARS_MAX) question!: string;
  /** Values for the parameters of the workflow. */
  @IsObject() @Satisfies(argumentsBounds) arguments: Record<string, unknown> = {};
  /** Id or slug of the session that keeps questions and answers, made when missing; one of its own when absent. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(SESSION_NAME_CHARS_MAX) session?: string | null;
  /** Where each result is sent. */
  @IsOptional() @Nested(() => ScheduleWebhook) webhook?: ScheduleWebhook | null;
  /** False: it does not run. */
  @IsBoolean() enabled: boolean = true;
}

/** Changes of a schedule. Absent members stay, as do those that are null, except the webhook. */
export class ScheduleChange {
  /** For people. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) name?: string | null;
  /** As in a new schedule. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(CRON_CHARS_MAX) cron?: string | null;
  /** As in a new schedule. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(ZONE_CHARS_MAX) timezone?: string | null;
  /** Id of the workflow that answers. */
  @IsOptional() @IsString() @Matches(WORKFLOW_ID) workflow_id?: string | null;
  /** The question. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(QUERY_CHARS_MAX) question?: string | null;
  /** Values for the parameters of the workflow. */
  @IsOptional() @IsObject() @Satisfies(argumentsBounds) arguments?: Record<string, unknown> | null;
  /** Replaces address and headers, and keeps the secret that signs calls; null: results are sent nowhere. */
  @IsOptional() @Nested(() => ScheduleWebhook) webhook?: ScheduleWebhook | null;
  /** True also ends a pause after failures. */
  @IsOptional() @IsBoolean() enabled?: boolean | null;
}

/** A schedule that was added. */
export class AddedSchedule {
  /** Its id. */
  id!: string;
  /** Signs calls of the webhook; shown only here. Null without a webhook. */
  webhook_secret!: string | null;
}

/** A schedule that was changed. */
export class ChangedSchedule {
  /** Signs calls of a webhook that the schedule did not have before; shown only here. Null otherwise. */
  webhook_secret!: string | null;
}

/** How a run of a schedule ended. */
export class ScheduledRun {
  /** Id of the interaction; null when none began. */
  interaction!: string | null;
  /** When it began, UTC. */
  began!: string;
  /** When it ended, UTC. */
  ended!: string;
  /** Whether the agent answered. */
  outcome!: 'answered' | 'failed';
  /** The answer, at most its first 32,768 characters. */
  answer!: string | null;
  /** Why it failed. */
  error!: string | null;
  /** Whether the webhook took it: `none` without a webhook. */
  webhook!: 'none' | 'waiting' | 'delivered' | 'given_up';
}

/** A schedule. */
export class Schedule {
  /** UUID, for paths. */
  id!: string;
  /** For people. */
  name!: string;
  /** When it runs. */
  cron!: string;
  /** Time zone of `cron`. */
  timezone!: string;
  /** Id of the workflow that answers. */
  workflow_id!: string;
  /** The question. */
  question!: string;
  /** Values for the parameters of the workflow. */
  arguments!: Readonly<Record<string, unknown>>;
  /** Session that keeps questions and answers; `ephemeral` when nothing does. */
  session!: string;
  /** Address of the webhook. */
  webhook_url!: string | null;
  /** Whether it runs. */
  enabled!: boolean;
  /** Why it is paused; null when it is not. */
  paused!: string | null;
  /** Failures in a row. */
  failures!: Integer;
  /** The next five runs, UTC; none while it is paused or not enabled. */
  next_runs!: readonly string[];
  /** Whether it runs at the moment. */
  running!: boolean;
  /** The latest run. */
  last_run!: ScheduledRun | null;
  /** When it was added, UTC. */
  created!: string;
  /** With whose rights it runs: `user`, `pat` or `sa`, and its id. */
  runs_as!: string;
}

/** Schedules of an agent. */
export class Schedules {
  /** By age. */
  schedules!: readonly Schedule[];
}
