import { removeDeletedWorkflows } from '@lectern/contracts/agents';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import { inSteps, type StepsOptions } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { WorkflowRepository } from '../workflow/workflow.repository';
import { AgentModuleRepository } from './agent-module.repository';

/** How long a deleted workflow keeps its id: interactions that began before read its modules. */
const KEPT_MS = 15 * 24 * 60 * 60_000;
const ROWS_PER_STEP = 100;
const STEPS_MAX = 5_000;

/** Removes deleted workflows for good. */
@Injectable()
export class WorkflowRemoval {
  constructor(
    private readonly transactions: Transactions,
    private readonly workflows: WorkflowRepository,
    private readonly modules: AgentModuleRepository,
  ) {}

  @Runs(removeDeletedWorkflows)
  async run(_: object, run: TaskRun): Promise<void> {
    await this.remove(new Date(), run);
  }

  /** @returns number of removed workflows */
  async remove(now: Date, options?: StepsOptions): Promise<number> {
    const before = new Date(now.getTime() - KEPT_MS);
    const step = () =>
      this.transactions.run(async (tx) => {
        const rows = await this.workflows.deletedBefore(before, ROWS_PER_STEP, tx);
        for (const { agent, id } of rows) {
          await this.modules.removeOf(agent, id, tx);
          await this.workflows.remove({ agent, id }, tx);
        }
        return rows.length;
      });
    return inSteps(step, { ...options, stepsMax: STEPS_MAX });
  }
}
