import { randomUUID } from 'node:crypto';
import { DEFAULT_WORKFLOW } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DriverService } from '../driver/driver.service';
import type { AgentModuleEntity } from '../module/agent-module.entity';
import { ModuleSeals } from '../module/module-seals';
import { PromptRepository } from '../prompt/prompt.repository';
import { promptOf } from '../prompt/prompt.service';
import { WorkflowRepository } from '../workflow/workflow.repository';
import { workflowOf } from '../workflow/workflow.service';
import { holdTransfers } from './exported-agent';
import type { ImportedAgent, ImportedWorkflow } from './imported-agent';

/** An import into an agent. */
export interface Arrival {
  readonly agent: string;
  readonly imported: ImportedAgent;
  /** Whether what is there is deleted first. */
  readonly overwrite: boolean;
}

/** Writes imports: all of one in one transaction. */
@Injectable()
export class ImportWriter {
  constructor(
    private readonly transactions: Transactions,
    private readonly drivers: DriverService,
    private readonly workflows: WorkflowRepository,
    private readonly modules: ModuleSeals,
    private readonly prompts: PromptRepository,
  ) {}

  /** @throws AppError `conflict`, `quota_exceeded` */
  async write({ agent, imported, overwrite }: Arrival): Promise<void> {
    await this.transactions.run(async (tx) => {
      await holdTransfers(agent, tx);
      const stored = await this.workflows.stored(agent, tx);
      const wanted = imported.workflows.map(({ id }) => id);
      await this.workflows.holdAll(agent, [DEFAULT_WORKFLOW, ...stored.keys(), ...wanted], tx);
      if (!overwrite) await this.refuseConflicts({ agent, imported, overwrite }, tx);
      // A deleted workflow keeps its id for a while; an imported one takes it over.
      await this.removeWorkflows(agent, overwrite ? [DEFAULT_WORKFLOW, ...stored.keys()] : wanted, tx);
      await this.drivers.replaceAll(agent, imported.drivers, tx);
      await this.addWorkflows(agent, imported.workflows, tx);
      if (overwrite) await this.prompts.removeAll(agent, tx);
      await this.addPrompts(agent, imported, tx);
    });
  }

  private async refuseConflicts({ agent, imported }: Arrival, tx: EntityManager): Promise<void> {
    const hasModules = (await this.modules.rows.ofWorkflow(agent, DEFAULT_WORKFLOW, tx)).length > 0;
    if (hasModules || (await this.drivers.hasAny(agent, tx)))
      throw new AppError('conflict', 'The agent already has configuration: import with overwrite to replace it');
    const stored = await this.workflows.stored(agent, tx);
    const taken = imported.workflows.find(({ id }) => id !== DEFAULT_WORKFLOW && stored.get(id)?.isDeleted === false);
    if (taken)
      throw new AppError(
        'conflict',
        `The agent already has a workflow ${taken.id}: import with overwrite to replace it`,
      );
  }

  private async removeWorkflows(agent: string, ids: Iterable<string>, tx: EntityManager): Promise<void> {
    for (const id of new Set(ids)) {
      await this.modules.rows.removeOf(agent, id, tx);
      await this.workflows.remove({ agent, id }, tx);
    }
  }

  private async addWorkflows(agent: string, workflows: readonly ImportedWorkflow[], tx: EntityManager): Promise<void> {
    const now = Date.now();
    const rows = workflows.map(({ id, workflow }, place) =>
      workflowOf({ agent, id, created: new Date(now + place) }, workflow),
    );
    await this.workflows.insertAll(agent, rows, tx);
    const modules = workflows.flatMap(({ id: workflow, modules: own }) =>
      own.map(({ kind, config }, place): AgentModuleEntity => {
        const key = { agent, workflow, kind, id: config.id };
        return { ...key, position: place + 1, ...this.modules.sealed(key, config) };
      }),
    );
    await this.modules.rows.insertAll(modules, tx);
  }

  private async addPrompts(agent: string, { prompts }: ImportedAgent, tx: EntityManager): Promise<void> {
    const now = Date.now();
    const rows = prompts.map(({ prompt_id: _, ...prompt }, place) =>
      promptOf({ agent, id: randomUUID(), created: new Date(now + place) }, prompt),
    );
    await this.prompts.insertAll(agent, rows, tx);
  }
}
