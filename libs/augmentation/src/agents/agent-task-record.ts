import { AppError, naiveUtc, SchemaBook } from '@lectern/contracts/core';
import {
  type AgentConfig,
  type AgentOperationType,
  AgentParameters,
  type AgentRequest,
  type AgentTaskDefinition,
  type AgentTaskKind,
  type AgentTaskName,
  type AgentTaskWorker,
  agentTaskNames,
  MigrationParameters,
} from '@lectern/contracts/understanding';
import { operationType } from './agent-engine';
import type { AgentTaskEntity } from './agent-task.entity';
import { shownProgress } from './agent-tally';
import { triggersOf } from './task-secrets';

/** A kind of task. */
export interface TaskKind {
  /** Type of its operations; null of tasks without operations. */
  readonly operation: AgentOperationType | null;
  readonly description: string;
  /** Targets: 0 paragraphs, 1 fields. */
  readonly on: readonly number[];
  readonly takes: 'operations' | 'migration' | 'nothing';
  /** Whether it adds data to fields, of existing and of new resources. */
  readonly augments: boolean;
  readonly canCleanup: boolean;
}

const augments = { takes: 'operations', augments: true, canCleanup: true } as const;
const serves = { operation: null, on: [], augments: false } as const;

/** Kinds of tasks, by name. */
export const agentTaskKinds: Readonly<Record<AgentTaskName, TaskKind>> = {
  labeler: { ...augments, operation: 'label', on: [0, 1], description: 'Gives fields or their paragraphs labels' },
  'llm-graph': {
    ...augments,
    operation: 'graph',
    on: [1],
    description: 'Finds entities and relations between them',
  },
  'synthetic-questions': {
    ...augments,
    operation: 'qa',
    on: [1],
    description: 'Writes questions that a field answers',
  },
  ask: {
    ...augments,
    operation: 'ask',
    on: [1],
    description: 'Asks fields a question, and keeps the answers as new fields',
  },
  extract: {
    ...augments,
    operation: 'extract',
    on: [1],
    description: 'Writes down tables, of pictures with a model that sees, as new fields',
  },
  'prompt-guard': {
    ...augments,
    operation: 'prompt_guard',
    on: [0, 1],
    description: 'Labels attempts to take over a model',
  },
  'llm-guard': { ...augments, operation: 'llm_guard', on: [0, 1], description: 'Labels harmful texts' },
  memory: {
    ...augments,
    operation: 'memory',
    on: [1],
    description: 'Keeps facts from conversations, each once, and changes them when a later entry does',
  },
  'semantic-model-migrator': {
    ...serves,
    takes: 'migration',
    canCleanup: true,
    description: 'Moves the knowledge box to another embedding model while it answers; a clean-up moves it back',
  },
  'llm-align': {
    ...serves,
    operation: 'align',
    on: [1],
    takes: 'operations',
    canCleanup: false,
    description: 'Proposes labels and names that mean the same, and merges them when asked to',
  },
  dummy: { ...serves, takes: 'nothing', canCleanup: false, description: 'Does nothing: it shows that tasks run' },
  env: { ...serves, takes: 'nothing', canCleanup: false, description: 'Reports whether what tasks need is there' },
  'demo-dataset': {
    ...serves,
    takes: 'nothing',
    canCleanup: true,
    description: 'Adds some resources to try the knowledge box with',
  },
};

/** All tasks that can be started. */
export function agentTaskDefinitions(): readonly AgentTaskDefinition[] {
  const schemas = {
    operations: parametersSchema(AgentParameters),
    migration: parametersSchema(MigrationParameters),
    nothing: null,
  };
  return agentTaskNames.map((name) => ({ ...agentTaskKind(name), validation: schemas[agentTaskKinds[name].takes] }));
}

function parametersSchema(
  type: typeof AgentParameters | typeof MigrationParameters,
): Readonly<Record<string, unknown>> {
  const book = new SchemaBook('#/$defs/');
  book.refer(type);
  const { [type.name]: schema, ...$defs } = book.schemas;
  return { ...schema, $defs };
}

/** Dates of a task that has an end, and its last errors. */
type TaskCourse = Pick<
  AgentTaskEntity,
  'created' | 'scheduledAt' | 'completedAt' | 'stoppedAt' | 'failedAt' | 'retries' | 'log'
>;

/** A task for existing resources in the form of the interface. */
export function agentRequest(task: AgentTaskEntity): AgentRequest {
  const { kbid, account, id, nuaClient, startedBy, configId, cleanupOf, parameters } = task;
  return {
    task: agentTaskKind(task.name),
    source: 'kbdb',
    kbid,
    dataset_id: null,
    account_id: account,
    nua_client_id: nuaClient,
    user_id: startedBy,
    id,
    task_config_id: configId,
    parameters,
    cleanup_parent_task_id: cleanupOf,
    ...taskCourse(task),
    progress: shownProgress(task.progress),
    report: task.report && Object.fromEntries(Object.entries(task.report)),
  };
}

/** A task for existing resources with the definition of its kind. */
export function agentTaskWorker(task: AgentTaskEntity): AgentTaskWorker {
  const definition = agentTaskDefinitions().find(({ name }) => name === task.name);
  const none = { account_type: null, dataset_path: null, token: null, key_id: null, kbdb_token: null };
  return { ...agentRequest(task), ...none, task: definition ?? { ...agentTaskKind(task.name), validation: null } };
}

/** How far a task with an end is, in the form of the interface. */
export function taskCourse(task: TaskCourse) {
  const { retries, log } = task;
  const at = (date: Date | null) => date && naiveUtc(date);
  return {
    timestamp: naiveUtc(task.created),
    scheduled: task.scheduledAt !== null,
    completed: task.completedAt !== null,
    stopped: task.stoppedAt !== null,
    scheduled_at: at(task.scheduledAt),
    completed_at: at(task.completedAt),
    stopped_at: at(task.stoppedAt),
    failed: task.failedAt !== null,
    retries,
    log,
  };
}

/** A task for new resources in the form of the interface. */
export function agentConfig(task: AgentTaskEntity): AgentConfig {
  const { kbid, account, id, nuaClient, startedBy, parameters, enabled, retries, log } = task;
  const defined = naiveUtc(task.created);
  return {
    task: agentTaskKind(task.name),
    kbid,
    account_id: account,
    account_type: null,
    nua_client_id: nuaClient,
    user_id: startedBy,
    parameters,
    id,
    timestamp: defined,
    defined_at: defined,
    enabled,
    retries,
    log,
    progress: shownProgress(task.progress),
  };
}

/** Whether the task has nothing left to do. */
export function isDone({
  completedAt,
  stoppedAt,
  failedAt,
}: Pick<AgentTaskEntity, 'completedAt' | 'stoppedAt' | 'failedAt'>): boolean {
  return completedAt !== null || stoppedAt !== null || failedAt !== null;
}

/** Name of a stored task. */
export function agentTaskName({ name }: AgentTaskEntity): AgentTaskName {
  const known = Object.keys(agentTaskKinds).find((one) => one === name);
  return known as AgentTaskName; // nothing else is stored
}

/** A kind of task in the form of the interface. */
export function agentTaskKind(name: string): AgentTaskKind {
  const known = agentTaskNames.find((one) => one === name);
  const kind = known && agentTaskKinds[known];
  const { description = '', augments: data_augmentation = true, canCleanup: can_cleanup = true } = kind ?? {};
  return { name, data_augmentation, description, can_cleanup };
}

/** @throws AppError `invalid_request` for parameters of another task */
export function checkTaskParameters(name: AgentTaskName, { operations, on, filter }: AgentParameters): void {
  const { operation, on: kinds } = agentTaskKinds[name];
  if (operation === null) throw new AppError('invalid_request', `A task named ${name} takes no operations`);
  const other = operations.map(operationType).find((type) => type !== undefined && type !== operation);
  if (other) throw new AppError('invalid_request', `A task named ${name} takes operations ${operation}, not ${other}`);
  if (operation === 'memory' && filter && filter.splits.length > 0)
    throw new AppError('invalid_request', 'A memory is kept of whole conversations: leave splits out');
  if (!kinds.includes(on)) throw new AppError('invalid_request', `A task named ${name} must be on 1, whole fields`);
}

/** Refuses what only tasks of knowledge boxes can do. @throws AppError `invalid_request` */
export function checkDatasetTask(parameters: AgentParameters | null | undefined): void {
  if (parameters?.filter_expression_json)
    throw new AppError('invalid_request', 'Filter expressions are for tasks of knowledge boxes, not of datasets');
  if (parameters?.operations.some(({ ask }) => ask?.store_as_key_value))
    throw new AppError('invalid_request', 'Key values are for tasks of knowledge boxes, not of datasets');
  if (parameters?.operations.some((operation) => triggersOf(operation).length > 0))
    throw new AppError('invalid_request', 'Triggers are for tasks of knowledge boxes, not of datasets');
}
