import { AppError, asUuid, authorOf, type Principal } from '@lectern/contracts/core';
import {
  type AgentConfig,
  AgentParameters,
  agentTaskNames,
  type AgentTask,
  type AgentTaskEnabled,
  type AgentTaskName,
  type AgentTasks,
  type AgentTaskState,
  type AgentTaskWorker,
  type AppliesTo,
  type StartAgentTaskPayload,
} from '@lectern/contracts/understanding';
import type { AgentTaskEntity } from './agent-task.entity';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { AgentBoxes } from './agent-boxes';
import { AgentEngine } from './agent-engine';
import {
  agentConfig,
  agentTaskName,
  agentRequest,
  agentTaskDefinitions,
  agentTaskKinds,
  agentTaskWorker,
  checkTaskParameters,
  isDone,
} from './agent-task-record';
import { AgentTaskRows } from './agent-task-rows';
import { fieldsReport } from './task-report';
import { writerOf } from './agent-writer';
import { chosenMerges, proposalOf } from './align-task';
import { kvSchemaOf } from './key-value-answer';
import { BoxModels } from './box-models';
import { checkOthers, checkOwnDestinations } from './task-destinations';
import { type SealedParameters, TaskSecrets } from './task-secrets';

/** The caller and the box. */
export interface TaskCall {
  readonly kbid: string;
  readonly principal: Principal;
}

/** A task and its caller. */
export interface TaskReference extends TaskCall {
  readonly id: string;
}

/** Manages tasks of data-augmentation agents and reports their state. */
@Injectable()
export class AgentTaskService {
  constructor(
    private readonly rows: AgentTaskRows,
    private readonly engine: AgentEngine,
    private readonly boxes: AgentBoxes,
    private readonly secrets: TaskSecrets,
    private readonly models: BoxModels,
  ) {}

  /** @throws AppError `invalid_request`, `quota_exceeded` */
  async start(call: TaskCall, sent: StartAgentTaskPayload, applyOfQuery?: AppliesTo): Promise<AgentTaskState> {
    const name = sent.name === 'llama-guard' ? 'llm-guard' : sent.name;
    if (sent.uuid_task) return this.startAgain(call, name, sent);
    const { parameters, sealed } = await this.checked(call, name, sent.parameters);
    const apply = appliedTo(name, sent.apply ?? applyOfQuery);
    const config =
      apply === 'EXISTING' ? [] : [await this.newConfig(call, { name, parameters, sealed, enabled: sent.enabled })];
    const [{ id: configId = null } = {}] = config;
    const request = apply === 'NEW' ? [] : [newRequest(call, { name, parameters, sealed, configId })];
    await this.rows.add([...config, ...request], (present) => checkOthers(name, parameters, present));
    return agentTaskState([...config, ...request][0]);
  }

  async list(kbid: string, count: number): Promise<AgentTasks> {
    const all = await this.rows.list(kbid);
    const requests = all.filter(({ kind }) => kind === 'request');
    return {
      tasks: agentTaskDefinitions(),
      running: requests.filter((one) => !isDone(one)).map(agentRequest),
      configs: all.filter(({ kind }) => kind === 'config').map(agentConfig),
      done: requests.filter(isDone).slice(0, count).map(agentRequest),
    };
  }

  async inspect({ kbid, id }: TaskReference): Promise<AgentTask> {
    return recordOf(await this.find(kbid, id));
  }

  /** @throws AppError `not_found` */
  async worker({ kbid, id }: TaskReference): Promise<AgentTaskWorker> {
    const task = await this.find(kbid, id);
    if (task?.kind !== 'request') throw unknownAgentTask('request');
    return agentTaskWorker(task);
  }

  /** @throws AppError `not_found` */
  async stop({ kbid, id }: TaskReference): Promise<AgentTaskState> {
    const stopped = await this.changed({ kbid, id, kind: 'request' }, (task) =>
      isDone(task) ? {} : { stoppedAt: new Date(), dueAt: null, lease: null },
    );
    const { name, parameters, completedAt } = stopped;
    if (name === 'semantic-model-migrator' && completedAt === null) await this.models.pause(kbid, parameters);
    return agentTaskState(stopped);
  }

  /** @throws AppError `not_found`, `invalid_request` */
  async restart({ kbid, id }: TaskReference): Promise<AgentTaskState> {
    const [ended, left] = [
      { completedAt: null, stoppedAt: null, failedAt: null, scheduledAt: null },
      { lease: null, cursor: '', retries: 0, log: null, report: null },
    ];
    const now = new Date();
    const task = { kbid, id, kind: 'request' } as const;
    return agentTaskState(
      await this.changed(task, () => ({ ...ended, ...left, created: now, dueAt: now }), checkOwnDestinations),
    );
  }

  /** @throws AppError `not_found`, `invalid_request` */
  async patch({ kbid, id, principal }: TaskReference, parameters: AgentParameters): Promise<AgentConfig> {
    const task = await this.find(kbid, id);
    if (task?.kind !== 'config') throw unknownAgentTask('config');
    const sealed = this.secrets.seal(kbid, parameters, task.sealed);
    await this.check({ kbid, principal }, agentTaskName(task), sealed);
    return agentConfig(await this.changed({ kbid, id, kind: 'config' }, () => ({ ...sealed }), checkOwnDestinations));
  }

  /** @throws AppError `not_found` */
  async enable({ kbid, id }: TaskReference, { enabled }: AgentTaskEnabled): Promise<null> {
    const { cursor } = await this.boxes.changes(kbid, '');
    await this.changed({ kbid, id, kind: 'config' }, (task) => {
      if (task.enabled === enabled) return {};
      return enabled ? { enabled, cursor, dueAt: new Date(), retries: 0 } : { enabled, dueAt: null, lease: null };
    });
    return null;
  }

  /** @throws AppError `invalid_request` while it is waiting or running */
  async delete({ kbid, id, principal }: TaskReference, cleanup: boolean): Promise<null> {
    const task = await this.find(kbid, id);
    if (!task && cleanup && (await this.isKnown(kbid, id)))
      await this.rows.add([cleanupOf({ kbid, principal }, elsewhere(id))]);
    if (!task) return null;
    if (task.kind === 'request' && !isDone(task))
      throw new AppError('invalid_request', 'The task is running: it must be stopped before it is deleted');
    await this.rows.delete(kbid, id);
    if (cleanup) await this.rows.add([cleanupOf({ kbid, principal }, task)]);
    return null;
  }

  /** @throws AppError `not_found`, `quota_exceeded` */
  async cleanup({ kbid, id, principal }: TaskReference): Promise<AgentTask> {
    const task = await this.find(kbid, id);
    if (!task && !(await this.isKnown(kbid, id))) throw new AppError('not_found', 'Task not found');
    const request = cleanupOf({ kbid, principal }, task ?? elsewhere(id));
    await this.rows.add([request]);
    return { request: agentRequest(request), config: task?.kind === 'config' ? agentConfig(task) : null };
  }

  /** Removes all tasks of a box. Safe to repeat. */
  async purge(kbid: string): Promise<void> {
    if (asUuid(kbid) !== undefined) await this.rows.deleteOfBox(kbid);
  }

  /** Whether an unknown task has written something: its results were imported, or the task has been deleted. */
  private async isKnown(kbid: string, id: string): Promise<boolean> {
    const task = asUuid(id);
    if (task === undefined) return false;
    return (await this.boxes.resources({ kbid, after: '', limit: 1, task })).length > 0;
  }

  private async startAgain(call: TaskCall, name: AgentTaskName, sent: StartAgentTaskPayload): Promise<AgentTaskState> {
    const { uuid_task: id, parameters, apply } = sent;
    if (parameters) throw new AppError('invalid_request', 'Parameters and uuid_task exclude each other');
    if (apply && apply !== 'EXISTING') throw new AppError('invalid_request', 'With uuid_task, apply must be EXISTING');
    const config = await this.find(call.kbid, id ?? '');
    if (config?.kind !== 'config' || config.name !== name)
      throw new AppError('invalid_request', `There is no task ${id} named ${name} for new resources`);
    const request = newRequest(call, {
      name,
      parameters: config.parameters,
      sealed: config.sealed,
      configId: config.id,
    });
    await this.rows.add([request]);
    return agentTaskState(request);
  }

  private async newConfig(
    call: TaskCall,
    { enabled, ...members }: Omit<NewTask, 'kind'> & { readonly enabled: boolean },
  ): Promise<AgentTaskEntity> {
    // The task starts with resources processed from here on.
    const { cursor } = await this.boxes.changes(call.kbid, '');
    const task = newTask(call, { kind: 'config', ...members });
    return { ...task, enabled, cursor, dueAt: enabled ? task.created : null };
  }

  /** Checked parameters without secrets; empty for tasks without any. @throws AppError `invalid_request` */
  private async checked(
    call: TaskCall,
    name: AgentTaskName,
    sent: StartAgentTaskPayload['parameters'],
  ): Promise<{ readonly parameters: object; readonly sealed: string | null }> {
    const { takes } = agentTaskKinds[name];
    if (takes === 'nothing') {
      if (sent) throw new AppError('invalid_request', `A task named ${name} takes no parameters`);
      return { parameters: {}, sealed: null };
    }
    if (!sent) throw new AppError('invalid_request', `Parameters are required for ${name}`);
    if ('semantic_model_id' in sent) {
      if (takes !== 'migration') throw new AppError('invalid_request', `A task named ${name} takes operations`);
      await this.models.check(call.kbid, sent.semantic_model_id);
      return { parameters: sent, sealed: null };
    }
    if (takes === 'migration') throw new AppError('invalid_request', `A task named ${name} takes a semantic_model_id`);
    const sealed = this.secrets.seal(call.kbid, sent);
    await this.check(call, name, sealed);
    return sealed;
  }

  /** @throws AppError `invalid_request` */
  private async check({ kbid, principal }: TaskCall, name: AgentTaskName, sealed: SealedParameters): Promise<void> {
    const { parameters } = sealed;
    checkTaskParameters(name, parameters);
    const { filter_expression_json: json } = parameters;
    if (json) await this.boxes.compiled(kbid, json);
    for (const { ask } of parameters.operations)
      if (ask?.store_as_key_value) await this.checkSchema(kbid, kvSchemaOf(ask));
    const apply = parameters.operations.find((one) => one.align?.apply)?.align;
    if (apply?.apply) chosenMerges(proposalOf(await this.find(kbid, apply.apply)), apply.merges);
    const { kind, id: client } = principal;
    const box = { kbid, account: accountOf(principal), ...(kind === 'nua' && { nuaClient: client }) };
    await this.engine.check(sealed, box);
  }

  private async checkSchema(kbid: string, id: string): Promise<void> {
    if (await this.boxes.kvSchema(kbid, id)) return;
    throw new AppError('invalid_request', `KV schema '${id}' does not exist in this knowledge box`);
  }

  private async find(kbid: string, id: string): Promise<AgentTaskEntity | undefined> {
    const uuid = asUuid(id);
    return uuid === undefined ? undefined : this.rows.find(kbid, uuid);
  }

  private async changed(
    { kbid, id, kind }: Pick<TaskReference, 'kbid' | 'id'> & Pick<AgentTaskEntity, 'kind'>,
    change: (task: AgentTaskEntity) => Partial<AgentTaskEntity>,
    admit?: (changed: AgentTaskEntity, present: readonly AgentTaskEntity[]) => void,
  ): Promise<AgentTaskEntity> {
    const uuid = asUuid(id);
    const task =
      uuid === undefined
        ? undefined
        : await this.rows.change({ kbid, id: uuid }, (one) => (one.kind === kind ? change(one) : undefined), admit);
    if (!task) throw unknownAgentTask(kind);
    return task;
  }
}

/** @throws AppError `invalid_request` */
function appliedTo(name: AgentTaskName, apply: AppliesTo | null | undefined): AppliesTo {
  if (agentTaskKinds[name].augments) return apply ?? 'ALL';
  if (apply && apply !== 'EXISTING')
    throw new AppError('invalid_request', `A task named ${name} runs once: apply must be EXISTING`);
  return 'EXISTING';
}

interface NewTask {
  readonly kind: AgentTaskEntity['kind'];
  readonly name: string;
  readonly parameters: object;
  /** The secrets of its triggers and its model. */
  readonly sealed?: string | null;
}

function newTask({ kbid, principal }: TaskCall, { kind, name, parameters, sealed = null }: NewTask): AgentTaskEntity {
  const now = new Date();
  return {
    id: randomUUID(),
    kbid,
    account: accountOf(principal),
    kind,
    name,
    parameters,
    configId: null,
    cleanupOf: null,
    nuaClient: principal.kind === 'nua' ? principal.id : null,
    startedBy: authorOf(principal),
    enabled: true,
    created: now,
    scheduledAt: null,
    completedAt: null,
    stoppedAt: null,
    failedAt: null,
    retries: 0,
    log: null,
    cursor: '',
    dueAt: now,
    lease: null,
    progress: null,
    report: null,
    sealed,
  };
}

function newRequest(
  call: TaskCall,
  { configId, ...task }: Omit<NewTask, 'kind'> & { readonly configId: string | null },
): AgentTaskEntity {
  return { ...newTask(call, { kind: 'request', ...task }), configId };
}

type Written = Pick<AgentTaskEntity, 'id' | 'configId' | 'name' | 'parameters' | 'report'>;

/** A task that is only known by its results. */
function elsewhere(id: string): Written {
  return { id: asUuid(id) ?? id, configId: null, name: '', parameters: {}, report: null };
}

function cleanupOf(call: TaskCall, task: Written): AgentTaskEntity {
  const { name, parameters, report } = task;
  const known = agentTaskNames.find((one) => one === name);
  if (known && !agentTaskKinds[known].canCleanup)
    throw new AppError('invalid_request', `A task named ${name} writes nothing that could be removed`);
  return {
    ...newTask(call, { kind: 'request', name, parameters }),
    cleanupOf: writerOf(task),
    report: fieldsReport(report) ? null : report,
  };
}

function recordOf(task: AgentTaskEntity | undefined): AgentTask {
  return {
    request: task?.kind === 'request' ? agentRequest(task) : null,
    config: task?.kind === 'config' ? agentConfig(task) : null,
  };
}

function agentTaskState(task: AgentTaskEntity | undefined): AgentTaskState {
  return { name: task?.name ?? '', status: task?.lease ? 'running' : 'not_running', id: task?.id ?? '' };
}

function unknownAgentTask(kind: AgentTaskEntity['kind']): AppError {
  return new AppError('not_found', kind === 'config' ? 'Task config not found' : 'Task request not found');
}

/** Both keys and knowledge boxes belong to an account. */
function accountOf({ account }: Principal): string {
  if (account === undefined) throw new AppError('forbidden', 'Forbidden');
  return account;
}
