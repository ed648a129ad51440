import { type InteractionRequest, type ModuleKind, moduleKinds, type PromptRule } from '@lectern/contracts/agents';
import type { Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable, Logger } from '@nestjs/common';
import { AgentDirectory } from '../agent/agent-directory';
import type { Turn } from '../engine/module-models';
import type { WorkflowPlan } from '../engine/workflow-plan';
import { AgentModuleRepository } from '../module/agent-module.repository';
import type { IdentifiedModule } from '../module/identified-module';
import { ModuleSeals } from '../module/module-seals';
import { checkWorkflowArguments } from '../workflow/workflow-arguments';
import { WorkflowRepository } from '../workflow/workflow.repository';

/** Names a workflow, the session in which it runs, and the question. */
export interface PlannedInteraction {
  /** Of the interaction, and of its question. */
  readonly id: string;
  readonly agent: string;
  readonly workflow: string;
  /** Id or slug as the caller wrote it. */
  readonly session: string;
  readonly principal: Principal;
}

/** Reads what an interaction needs to run. */
@Injectable()
export class WorkflowPlans {
  private readonly logger = new Logger(WorkflowPlans.name);

  constructor(
    private readonly transactions: Transactions,
    private readonly agents: AgentDirectory,
    private readonly workflows: WorkflowRepository,
    private readonly modules: AgentModuleRepository,
    private readonly seals: ModuleSeals,
  ) {}

  /** Whether it is there. @throws AppError `not_found` */
  async check(agent: string, workflow: string): Promise<void> {
    await this.transactions.read((tx) => this.workflows.get({ agent, id: workflow }, tx));
  }

  /** @throws AppError `not_found` for an unknown workflow, `invalid_request` when arguments are missing or wrong */
  async of(
    { id, agent: agentId, workflow, session, principal }: PlannedInteraction,
    request: InteractionRequest,
    history: readonly Turn[],
  ): Promise<WorkflowPlan> {
    const agent = await this.agents.get(agentId);
    const { settings, rows } = await this.transactions.read(async (tx) => ({
      settings: await this.workflows.get({ agent: agentId, id: workflow }, tx),
      rows: await this.modules.ofWorkflow(agentId, workflow, tx),
    }));
    await this.seals
      .seal(rows)
      .catch((error: unknown) => this.logger.warn({ message: 'Secrets of modules are not sealed yet', err: error }));
    await checkWorkflowArguments(agentId, settings, request.arguments);
    const modules = moduleKinds.map((kind): readonly [ModuleKind, readonly IdentifiedModule[]] => [
      kind,
      rows.filter((row) => row.kind === kind).map((row) => this.seals.opened(row)),
    ]);
    const { question, headers, arguments: values, streaming } = request;
    const asked = { id, text: question };
    const isOwner = principal.roles.includes('SOWNER');
    const rules = settings.rules.map((rule) => (typeof rule === 'string' ? rule : textOfRule(rule)));
    return {
      facts: { agent, workflow, session, asked, arguments: values, isOwner, headers, history, rules, streaming },
      // One entry for each kind.
      modules: Object.fromEntries(modules) as Record<ModuleKind, readonly IdentifiedModule[]>,
    };
  }
}

function textOfRule({ prompt }: PromptRule): string {
  return prompt;
}
