import { randomUUID } from 'node:crypto';
import {
  AgentEngine,
  agentTaskDefinitions,
  agentTaskKind,
  checkDatasetTask,
  checkTaskParameters,
  isTaskDone,
  type SealedParameters,
  taskCourse,
  TaskSecrets,
} from '@lectern/augmentation';
import { AppError, asUuid, authorOf, type Principal, validate } from '@lectern/contracts/core';
import {
  AgentParameters,
  type AgentRequest,
  type AgentTaskName,
  type AgentTasks,
  type AgentTaskState,
  type StartDatasetTaskPayload,
  workOnDatasetTask,
} from '@lectern/contracts/understanding';
import { TaskQueue } from '@lectern/database';
import { accountOf } from '@lectern/understanding';
import { Injectable } from '@nestjs/common';
import { DatasetRows } from '../rows/dataset-rows';
import type { DatasetTaskEntity } from '../rows/dataset-task.entity';
import { datasetTaskKey } from '../rows/dataset-task.repository';

/** A dataset and the caller. */
export interface DatasetCall {
  readonly id: string;
  readonly principal: Principal;
}

/** A task of a dataset and the caller. */
export interface DatasetTaskCall extends DatasetCall {
  readonly task: string;
}

/** Manages tasks of datasets and reports their state. */
@Injectable()
export class DatasetTaskService {
  constructor(
    private readonly rows: DatasetRows,
    private readonly jobs: TaskQueue,
    private readonly engine: AgentEngine,
    private readonly secrets: TaskSecrets,
  ) {}

  /** @throws AppError `not_found`, `invalid_request`, `quota_exceeded` */
  async start({ id, principal }: DatasetCall, sent: StartDatasetTaskPayload): Promise<AgentTaskState> {
    const key = { account: accountOf(principal), id };
    const name = sent.name === 'llama-guard' ? 'llm-guard' : sent.name;
    const { type } = await this.rows.get(key);
    if (type !== 'FIELD_STREAMING')
      throw new AppError('invalid_request', `Tasks run on datasets of the type FIELD_STREAMING, not ${type}`);
    checkDatasetTask(sent.parameters);
    const sealed = await this.parametersOf({ ...key, name }, sent);
    checkTaskParameters(name, sealed.parameters);
    await this.engine.check(sealed, { kbid: id, account: key.account, nuaClient: principal.id });
    const task = newTask({ id, principal }, { name, ...sealed });
    await this.rows.transactions.run(async (tx) => {
      await this.rows.datasets.get(key, tx);
      await this.rows.tasks.insert(task, tx);
      await this.jobs.add(workOnDatasetTask, { taskId: task.id }, { tx, ...datasetTaskLine(task) });
    });
    return stateOf(task);
  }

  /** @throws AppError `not_found` */
  async list({ id, principal }: DatasetCall, count: number): Promise<AgentTasks> {
    const key = { account: accountOf(principal), id };
    const all = await this.rows.transactions.read(async (tx) => {
      await this.rows.datasets.get(key, tx);
      return this.rows.tasks.list(key, tx);
    });
    return {
      tasks: agentTaskDefinitions(),
      running: all.filter((one) => !isTaskDone(one)).map(datasetRequest),
      configs: [],
      done: all.filter(isTaskDone).slice(0, count).map(datasetRequest),
    };
  }

  /** @throws AppError `not_found` */
  async inspect(call: DatasetTaskCall): Promise<AgentRequest> {
    return datasetRequest(await this.get(call));
  }

  /** @throws AppError `not_found` */
  async stop(call: DatasetTaskCall): Promise<AgentTaskState> {
    const task = await this.get(call);
    await this.rows.transactions.run(async (tx) => {
      await this.rows.tasks.update(task.id, { stoppedAt: new Date() }, tx);
      await this.jobs.stop(datasetTaskKey(task.id), { tx });
    });
    return stateOf(task);
  }

  /** @throws AppError `not_found`, `invalid_request` while it waits or runs */
  async delete(call: DatasetTaskCall): Promise<null> {
    const task = await this.get(call);
    if (!isTaskDone(task))
      throw new AppError('invalid_request', 'The task is running: it must be stopped before it is deleted');
    await this.rows.transactions.run((tx) => this.rows.tasks.delete(task.id, tx));
    return null;
  }

  private async get({ id, principal, task }: DatasetTaskCall): Promise<DatasetTaskEntity> {
    const uuid = asUuid(task);
    const key = { account: accountOf(principal), id };
    const found = uuid && (await this.rows.transactions.read((tx) => this.rows.tasks.find(key, uuid, tx)));
    if (!found) throw new AppError('not_found', 'Task request not found');
    return found;
  }

  private async parametersOf(
    { name, ...key }: { readonly account: string; readonly id: string; readonly name: AgentTaskName },
    { parameters, uuid_task: earlier }: StartDatasetTaskPayload,
  ): Promise<SealedParameters> {
    if (!earlier) {
      if (!parameters) throw new AppError('invalid_request', `Parameters are required for ${name}`);
      return this.secrets.seal(key.id, parameters);
    }
    if (parameters) throw new AppError('invalid_request', 'Parameters and uuid_task exclude each other');
    const found = await this.rows.transactions.read((tx) => this.rows.tasks.find(key, earlier, tx));
    if (found?.name !== name) throw new AppError('invalid_request', `The dataset has no task ${earlier} named ${name}`);
    return { parameters: validate(AgentParameters, found.parameters), sealed: found.sealed };
  }
}

/** Where the job of a task waits: one job per task, and accounts take turns. */
export function datasetTaskLine({ id, account }: Pick<DatasetTaskEntity, 'id' | 'account'>) {
  const key = datasetTaskKey(id);
  return { key, serialBy: key, tenant: account };
}

function newTask(
  { id: dataset, principal }: DatasetCall,
  { name, parameters, sealed }: SealedParameters & { readonly name: string },
): DatasetTaskEntity {
  return {
    id: randomUUID(),
    account: accountOf(principal),
    dataset,
    name,
    parameters,
    nuaClient: principal.id,
    startedBy: authorOf(principal),
    created: new Date(),
    scheduledAt: null,
    completedAt: null,
    stoppedAt: null,
    failedAt: null,
    retries: 0,
    log: null,
    position: null,
    sealed,
  };
}

function datasetRequest(task: DatasetTaskEntity): AgentRequest {
  const { account, dataset, id, nuaClient, startedBy, name, parameters } = task;
  return {
    task: { ...agentTaskKind(name), can_cleanup: false },
    source: 'dataset',
    kbid: null,
    dataset_id: dataset,
    account_id: account,
    nua_client_id: nuaClient,
    user_id: startedBy,
    id,
    task_config_id: null,
    parameters,
    cleanup_parent_task_id: null,
    ...taskCourse(task),
    progress: null,
    report: null,
  };
}

function stateOf({ name, id }: DatasetTaskEntity): AgentTaskState {
  return { name, status: 'not_running', id };
}
