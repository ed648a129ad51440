import { IsBoolean, IsIn, IsInt, IsOptional, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import type { Integer } from '../../core/integer';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { Either, Nested } from '../../validation/decorators';
import { AgentParameters, MigrationParameters } from '../agent-operation/agent-operation.dto';

/** Tasks of one box, those that are done included. */
export const AGENT_TASKS_MAX = 1_000;
const TASK_ID_CHARS_MAX = 64;

/** Names of tasks. */
export const agentTaskNames = [
  'labeler',
  'llm-graph',
  'synthetic-questions',
  'ask',
  'extract',
  'prompt-guard',
  'llm-guard',
  'memory',
  'semantic-model-migrator',
  'llm-align',
  'dummy',
  'env',
  'demo-dataset',
] as const;
/** Name of a task. */
export type AgentTaskName = (typeof agentTaskNames)[number];

/** Which resources a task is for. */
export const appliesTo = ['EXISTING', 'NEW', 'ALL'] as const;
/** `EXISTING`: existing resources; `NEW`: those that are processed from now on; `ALL`: both. */
export type AppliesTo = (typeof appliesTo)[number];

/** A task of a knowledge box, named in a path. */
export class AgentTaskTarget extends KnowledgeBoxTarget {
  /** Id of the task. */
  @IsString() @MaxLength(TASK_ID_CHARS_MAX) task_id!: string;
}

/** Which resources, for clients that say it in the query. */
export class StartAgentTaskQuery {
  /** Instead of the member of the body; that takes precedence. */
  @IsOptional() @IsIn(appliesTo) apply?: AppliesTo;
}

/** Operations and target of a task. */
export class StartAgentTaskPayload {
  /** Name of the task; `llama-guard` is another name of `llm-guard`. */
  @IsIn([...agentTaskNames, 'llama-guard']) name!: AgentTaskName | 'llama-guard';
  /** Its parameters. `dummy`, `env`, `demo-dataset` and tasks with `uuid_task` have none, all others must have some. */
  @IsOptional()
  @Either(() => AgentParameters, () => MigrationParameters)
  parameters?: AgentParameters | MigrationParameters | null;
  /** Id of a task for new resources, whose parameters are used. `apply` is `EXISTING` then. */
  @IsOptional() @IsUUID() uuid_task?: string | null;
  /** Which resources it is for; `ALL` when it is said nowhere. */
  @IsOptional() @IsIn(appliesTo) apply?: AppliesTo | null;
  /** Of `NEW` and `ALL`: whether new resources are taken up at once. */
  @IsBoolean() enabled: boolean = true;
}

/** New parameters. */
export class AgentTaskPatch {
  /** They replace all that there are. */
  @Nested(() => AgentParameters) parameters!: AgentParameters;
}

/** Whether a task takes up new resources. */
export class AgentTaskEnabled {
  /** Whether it does. */
  @IsBoolean() enabled!: boolean;
}

/** Which tasks are listed. */
export class AgentTasksQuery {
  /** Most tasks that are done. */
  @IsInt() @Min(0) @Max(AGENT_TASKS_MAX) count: Integer = 10;
}

/** How a task is deleted. */
export class DeleteAgentTaskQuery {
  /** Whether what it wrote is removed, too. */
  @IsBoolean() cleanup: boolean = false;
}

/** A task and how it is. */
export class AgentTaskState {
  /** Name of the task. */
  name!: string;
  /** `not_running`: it waits, or was stopped, or is done. `running`: it works. */
  status!: 'not_running' | 'running';
  /** Its id; of `ALL` that of the part for new resources. */
  id!: string;
}

/** A kind of task. */
export interface AgentTaskKind {
  /** Its name. */
  readonly name: string;
  /** Whether it adds data to fields. */
  readonly data_augmentation: boolean;
  /** Description, for people. */
  readonly description: string;
  /** Whether its results can be removed. */
  readonly can_cleanup: boolean;
}

/** A kind of task and what it takes. */
export interface AgentTaskDefinition extends AgentTaskKind {
  /** JSON Schema of the parameters; null of tasks that take none. */
  readonly validation: Readonly<Record<string, unknown>> | null;
}

/** How far a task is, and what it has used. */
export class AgentProgress {
  /** Resources that it is done with. */
  resources_done!: Integer;
  /** Resources that it goes through; null when there is no end. */
  resources_total!: Integer | null;
  /** Seconds that it has worked. */
  seconds_worked!: number;
  /** Null before the first. */
  resources_per_second!: number | null;
  /** Seconds that it will work at this rate; null when that is not known. */
  seconds_left!: number | null;
  /** Calls of language models. */
  calls!: Integer;
  /** Tokens of their prompts. */
  input_tokens!: Integer;
  /** Tokens of their answers. */
  output_tokens!: Integer;
}

/** A task for existing resources, or for the rows of a dataset. */
export class AgentRequest {
  /** Name of the task. */
  task!: AgentTaskKind;
  /** `kbdb` of a task of a knowledge box, `dataset` of a task of a dataset. */
  source!: 'kbdb' | 'dataset';
  /** Id of the knowledge box; null for a dataset. */
  kbid!: string | null;
  /** Id of the dataset; null for a knowledge box. */
  dataset_id!: string | null;
  /** Id of the account. */
  account_id!: string;
  /** Id of the NUA client that started it; else null. */
  nua_client_id!: string | null;
  /** Who started it. */
  user_id!: string;
  /** Its id. */
  id!: string;
  /** Id of the task for new resources that it belongs to; null without one. */
  task_config_id!: string | null;
  /** When it was started or restarted, UTC without suffix. */
  timestamp!: string;
  /** Whether it has begun. */
  scheduled!: boolean;
  /** Whether it has done all of its work. */
  completed!: boolean;
  /** Whether it was stopped. */
  stopped!: boolean;
  /** When it began. */
  scheduled_at!: string | null;
  /** When it was done. */
  completed_at!: string | null;
  /** When it was stopped. */
  stopped_at!: string | null;
  /** Whether it was given up. */
  failed!: boolean;
  /** Failed attempts since its last progress. */
  retries!: Integer;
  /**
   * Its parameters.
   *
   * @asType object
   */
  parameters!: unknown;
  /** The last errors, one a line, and why it waits; null without any. */
  log!: string | null;
  /** Id of the task whose results it removes; null of other tasks. */
  cleanup_parent_task_id!: string | null;
  /** How far it is; null before it has begun. */
  progress!: AgentProgress | null;
  /** What it reports of its work; null of tasks that report nothing. */
  report!: Readonly<Record<string, unknown>> | null;
}

/** A task for existing resources as its worker needs it. */
export class AgentTaskWorker extends AgentRequest {
  /** The kind of task, with the schema of its parameters. */
  declare task: AgentTaskDefinition;
  /** Always null: type of the account. */
  account_type!: null;
  /** Always null: the task is of a knowledge box. */
  dataset_path!: null;
  /** Always null: Lectern's own processes run tasks, without tokens. */
  token!: null;
  /** Always null, as `token`. */
  key_id!: null;
  /** Always null, as `token`. */
  kbdb_token!: null;
}

/** A task for resources that are processed from now on. */
export class AgentConfig {
  /** Name of the task. */
  task!: AgentTaskKind;
  /** Id of the knowledge box. */
  kbid!: string;
  /** Id of the account. */
  account_id!: string;
  /** Always null: types of accounts mean nothing here. */
  account_type!: null;
  /** Id of the NUA client that started it; else null. */
  nua_client_id!: string | null;
  /** Who started it. */
  user_id!: string;
  /**
   * Its parameters.
   *
   * @asType object
   */
  parameters!: unknown;
  /** Its id. */
  id!: string;
  /** When it was started, UTC without suffix. */
  timestamp!: string;
  /** The same. */
  defined_at!: string;
  /** Whether it takes up new resources. */
  enabled!: boolean;
  /** Failed attempts since its last progress. */
  retries!: Integer;
  /** The last errors, one a line, and why it waits; null without any. */
  log!: string | null;
  /** What it has done so far; null before it has begun. */
  progress!: AgentProgress | null;
}

/** A task of a box. */
export class AgentTask {
  /** A task for existing resources; null for a task of another kind. */
  request!: AgentRequest | null;
  /** A task for new resources; null for a task of another kind. */
  config!: AgentConfig | null;
}

/** Agents that can be started, and started tasks. */
export class AgentTasks {
  /** Kinds of tasks. */
  tasks!: readonly AgentTaskDefinition[];
  /** Tasks that wait or work, newest first. */
  running!: readonly AgentRequest[];
  /** Tasks for new resources, newest first. */
  configs!: readonly AgentConfig[];
  /** Tasks that are done, were stopped or given up, newest first. */
  done!: readonly AgentRequest[];
}
