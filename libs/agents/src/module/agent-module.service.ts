import { type AddedId, type AgentModule, type ModuleList } from '@lectern/contracts/agents';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { WorkflowRepository } from '../workflow/workflow.repository';
import { AgentModuleRepository, type ModuleKey, type ModuleListKey } from './agent-module.repository';
import { identified } from './identified-module';

/** Modules of workflows. */
@Injectable()
export class AgentModuleService {
  constructor(
    private readonly transactions: Transactions,
    private readonly workflows: WorkflowRepository,
    private readonly repository: AgentModuleRepository,
  ) {}

  /** @throws AppError `not_found` */
  async list(key: ModuleListKey): Promise<ModuleList> {
    return this.transactions.read(async (tx) => {
      await this.workflows.get({ agent: key.agent, id: key.workflow }, tx);
      return { modules: (await this.repository.list(key, tx)).map(({ id, config }) => ({ ...config, id })) };
    });
  }

  /** @throws AppError `not_found`, `conflict`, `quota_exceeded`, `invalid_request` */
  async add(key: ModuleListKey, given: AgentModule): Promise<AddedId> {
    const config = identified(given);
    const { id } = config;
    await this.transactions.run(async (tx) => {
      await this.workflows.hold({ agent: key.agent, id: key.workflow }, tx);
      await this.repository.append({ ...key, id }, config, tx);
    });
    return { id };
  }

  /** @throws AppError `not_found`, `invalid_request` */
  async set(key: ModuleKey, given: AgentModule): Promise<null> {
    const config = identified({ ...given, id: key.id });
    await this.transactions.run(async (tx) => {
      await this.workflows.hold({ agent: key.agent, id: key.workflow }, tx);
      await this.repository.replace(key, config, tx);
    });
    return null;
  }

  /** @throws AppError `not_found` */
  async delete(key: ModuleKey): Promise<null> {
    await this.transactions.run(async (tx) => {
      await this.workflows.hold({ agent: key.agent, id: key.workflow }, tx);
      await this.repository.delete(key, tx);
    });
    return null;
  }
}
