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
} from '@lectern/contracts/understanding';
import { operationType } from './agent-engine';
import type { AgentTaskEntity } from './agent-task.entity';

interface Kind {
  readonly operation: Exclude<AgentOperationType, 'extract'>;
  readonly description: string;
  /** Targets: 0 paragraphs, 1 fields. */
  readonly on: readonly number[];
}

/** Descriptions of tasks, by name. */
export const agentTaskKinds: Readonly<Record<AgentTaskName, Kind>> = {
  labeler: { operation: 'label', on: [0, 1], description: 'Gives fields or their paragraphs labels' },
  'llm-graph': { operation: 'graph', on: [1], description: 'Finds entities and relations between them' },
  'synthetic-questions': { operation: 'qa', on: [1], description: 'Writes questions that a field answers' },
  ask: { operation: 'ask', on: [1], description: 'Asks fields a question, and keeps the answers as new fields' },
  'prompt-guard': { operation: 'prompt_guard', on: [0, 1], description: 'Labels attempts to take over a model' },
  'llm-guard': { operation: 'llm_guard', on: [0, 1], description: 'Labels harmful texts' },
};

/** All tasks that can be started. */
export function agentTaskDefinitions(): readonly AgentTaskDefinition[] {
  const book = new SchemaBook('#/$defs/');
  book.refer(AgentParameters);
  const { AgentParameters: schema, ...$defs } = book.schemas;
  const validation = { ...schema, $defs };
  return agentTaskNames.map((name) => ({ ...agentTaskKind(name), validation }));
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

/** A kind of task in the form of the interface. */
export function agentTaskKind(name: string): AgentTaskKind {
  const known = agentTaskNames.find((one) => one === name);
  const description = known ? agentTaskKinds[known].description : '';
  return { name, data_augmentation: true, description, can_cleanup: true };
}

/** @throws AppError `invalid_request` for parameters of another task */
export function checkTaskParameters(name: AgentTaskName, { operations, on }: AgentParameters): void {
  const { operation, on: kinds } = agentTaskKinds[name];
  const other = operations.map(operationType).find((type) => type !== undefined && type !== operation);
  if (other) throw new AppError('invalid_request', `A task named ${name} takes operations ${operation}, not ${other}`);
  if (!kinds.includes(on)) throw new AppError('invalid_request', `A task named ${name} must be on 1, whole fields`);
}
