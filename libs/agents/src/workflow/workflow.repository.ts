import { DEFAULT_WORKFLOW, type Workflow } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { admitWithinQuota, lockName, storable } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, LessThan } from 'typeorm';
import { WORKFLOWS_MAX } from '../agent/agent-limits';
import { WorkflowEntity } from './workflow.entity';

/** Names a workflow. */
export interface WorkflowKey {
  readonly agent: string;
  readonly id: string;
}

/** Workflows of agents. The workflow `default` exists without a row. */
@Injectable()
export class WorkflowRepository {
  /** `default` first, then by age. */
  async list(agent: string, tx: EntityManager): Promise<WorkflowEntity[]> {
    const where = { agent, deletedAt: IsNull() };
    const rows = await tx.find(WorkflowEntity, { where, order: { created: 'ASC', id: 'ASC' } });
    const isDefault = ({ id }: WorkflowEntity) => id === DEFAULT_WORKFLOW;
    return [rows.find(isDefault) ?? defaultWorkflow(agent), ...rows.filter((row) => !isDefault(row))];
  }

  /** @throws AppError `not_found` */
  async get({ agent, id }: WorkflowKey, tx: EntityManager): Promise<WorkflowEntity> {
    const row = await tx.findOneBy(WorkflowEntity, { agent, id, deletedAt: IsNull() });
    return row ?? (id === DEFAULT_WORKFLOW ? defaultWorkflow(agent) : unknownWorkflow());
  }

  /** Prevents others from changing the workflow until the transaction ends. @throws AppError `not_found` */
  async hold(key: WorkflowKey, tx: EntityManager): Promise<WorkflowEntity> {
    await lockName(tx, heldName(key));
    return this.get(key, tx);
  }

  /** @throws AppError `quota_exceeded`, `conflict` */
  async insert(row: WorkflowEntity, tx: EntityManager): Promise<void> {
    const { agent, id } = row;
    await this.admit(agent, 1, tx);
    // Interactions that began before a deletion may still read the modules of the deleted one: its id stays taken.
    if (id === DEFAULT_WORKFLOW || (await tx.existsBy(WorkflowEntity, { agent, id })))
      throw new AppError('conflict', `The agent has, or had, a workflow with the id ${id}`);
    await tx.insert(WorkflowEntity, workflowRowOf(row));
  }

  /** Adds workflows that the agent lacks, of any age. @throws AppError `quota_exceeded` */
  async insertAll(agent: string, rows: readonly WorkflowEntity[], tx: EntityManager): Promise<void> {
    await this.admit(agent, rows.filter(({ id }) => id !== DEFAULT_WORKFLOW).length, tx);
    if (rows.length > 0) await tx.insert(WorkflowEntity, rows.map(workflowRowOf));
  }

  /** Ids of all rows of an agent, by whether the workflow was deleted. */
  async stored(agent: string, tx: EntityManager): Promise<ReadonlyMap<string, { readonly isDeleted: boolean }>> {
    const rows = await tx.find(WorkflowEntity, { where: { agent }, select: { id: true, deletedAt: true } });
    return new Map(rows.map(({ id, deletedAt }) => [id, { isDeleted: deletedAt !== null }]));
  }

  /** Prevents others from changing these workflows, which need not be there, until the transaction ends. */
  async holdAll(agent: string, ids: Iterable<string>, tx: EntityManager): Promise<void> {
    // In one order, so that nobody waits in a circle.
    for (const id of [...new Set(ids)].toSorted()) await lockName(tx, heldName({ agent, id }));
  }

  /** Some of those that were deleted before a time. */
  async deletedBefore(time: Date, rowsMax: number, tx: EntityManager): Promise<WorkflowEntity[]> {
    return tx.find(WorkflowEntity, {
      where: { deletedAt: LessThan(time) },
      order: { deletedAt: 'ASC' },
      take: rowsMax,
    });
  }

  /** For good. */
  async remove({ agent, id }: WorkflowKey, tx: EntityManager): Promise<void> {
    await tx.delete(WorkflowEntity, { agent, id });
  }

  /** Of a deleted agent. */
  async purge(agent: string, tx: EntityManager): Promise<void> {
    await tx.delete(WorkflowEntity, { agent });
  }

  async put(row: WorkflowEntity, tx: EntityManager): Promise<void> {
    await tx.upsert(WorkflowEntity, workflowRowOf(row), ['agent', 'id']);
  }

  private async admit(agent: string, adding: number, tx: EntityManager): Promise<void> {
    await admitWithinQuota(tx, {
      name: `agent-workflows/${agent}`,
      count: () => tx.countBy(WorkflowEntity, { agent, deletedAt: IsNull() }),
      max: WORKFLOWS_MAX,
      adding,
      refusal: `An agent has at most ${WORKFLOWS_MAX} workflows`,
    });
  }
}

function heldName({ agent, id }: WorkflowKey): string {
  return `agent-workflow/${agent}/${id}`;
}

/** The workflow as it is shown. */
export function shownWorkflow({ id, name, description, parameters, required, rules }: WorkflowEntity): Workflow {
  return { id, name, description, parameters, required, rules };
}

function defaultWorkflow(agent: string): WorkflowEntity {
  const [name, description] = [DEFAULT_WORKFLOW, 'Default workflow'];
  const empty = { parameters: {}, required: [], rules: [], deletedAt: null };
  return { agent, id: DEFAULT_WORKFLOW, name, description, created: new Date(), ...empty };
}

/** TypeORM's type of a partial row does not support free-form JSON. */
function workflowRowOf(row: WorkflowEntity): object {
  return storable(row);
}

function unknownWorkflow(): never {
  throw new AppError('not_found', 'Workflow not found');
}
