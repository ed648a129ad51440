import { randomUUID } from 'node:crypto';
import {
  type AddedId,
  DEFAULT_WORKFLOW,
  type NewWorkflow,
  type WorkflowRules,
  type Workflows,
  type WorkflowSettings,
} from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { checkParameters } from './workflow-arguments';
import type { WorkflowEntity } from './workflow.entity';
import { shownWorkflow, type WorkflowKey, WorkflowRepository } from './workflow.repository';

/** Workflows of agents, and their rules. */
@Injectable()
export class WorkflowService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: WorkflowRepository,
  ) {}

  async list(agent: string): Promise<Workflows> {
    const rows = await this.transactions.read((tx) => this.repository.list(agent, tx));
    return { workflows: rows.map(shownWorkflow) };
  }

  /** @throws AppError `conflict`, `quota_exceeded`, `invalid_request` */
  async add(agent: string, given: NewWorkflow): Promise<AddedId> {
    await checkParameters(agent, given.parameters ?? {});
    const id = given.id ?? randomUUID();
    const row = workflowOf({ agent, id, created: new Date() }, given);
    await this.transactions.run((tx) => this.repository.insert(row, tx));
    return { id };
  }

  /** @throws AppError `not_found`, `invalid_request` */
  async set(key: WorkflowKey, settings: WorkflowSettings): Promise<null> {
    await checkParameters(key.agent, settings.parameters ?? {});
    return this.change(key, (row) => changedWorkflow(row, settings));
  }

  /** @throws AppError `not_found`, `conflict` */
  async delete(key: WorkflowKey): Promise<null> {
    if (key.id === DEFAULT_WORKFLOW) throw new AppError('conflict', 'The workflow default cannot be deleted');
    return this.change(key, (row) => ({ ...row, deletedAt: new Date() }));
  }

  /** @throws AppError `not_found` */
  async rules(key: WorkflowKey): Promise<WorkflowRules> {
    const { rules } = await this.transactions.read((tx) => this.repository.get(key, tx));
    return { rules: [...rules] };
  }

  /** @throws AppError `not_found` */
  async setRules(key: WorkflowKey, { rules }: WorkflowRules): Promise<null> {
    return this.change(key, (row) => ({ ...row, rules }));
  }

  private async change(key: WorkflowKey, changed: (row: WorkflowEntity) => WorkflowEntity): Promise<null> {
    await this.transactions.run(async (tx) => this.repository.put(changed(await this.repository.hold(key, tx)), tx));
    return null;
  }
}

/** A new workflow. */
export function workflowOf(
  key: Pick<WorkflowEntity, 'agent' | 'id' | 'created'>,
  { name, ...settings }: Omit<NewWorkflow, 'id'>,
): WorkflowEntity {
  const empty = { description: '', parameters: {}, required: [], rules: [], deletedAt: null };
  return changedWorkflow({ ...key, name, ...empty }, settings);
}

function changedWorkflow(row: WorkflowEntity, given: WorkflowSettings): WorkflowEntity {
  return {
    ...row,
    name: given.name ?? row.name,
    description: given.description ?? row.description,
    parameters: given.parameters ?? row.parameters,
    required: given.required ?? row.required,
    rules: given.rules ?? row.rules,
  };
}
