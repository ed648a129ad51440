import type { AddedId, AgentModule, ModuleList } from '@lectern/contracts/agents';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { WorkflowRepository } from '../workflow/workflow.repository';
import { AgentModuleRepository, type ModuleKey, type ModuleListKey } from './agent-module.repository';
import { identified, type IdentifiedModule } from './identified-module';
import { checkModule } from './module-checks';
import { ModuleSeals } from './module-seals';
import { replacedModule, shownModule } from './module-secrets';

/** Modules of workflows, with their secrets sealed. */
@Injectable()
export class AgentModuleService {
  constructor(
    private readonly transactions: Transactions,
    private readonly workflows: WorkflowRepository,
    private readonly repository: AgentModuleRepository,
    private readonly seals: ModuleSeals,
  ) {}

  /** Without secrets. @throws AppError `not_found` */
  async list(key: ModuleListKey): Promise<ModuleList> {
    const rows = await this.transactions.read(async (tx) => {
      await this.workflows.get({ agent: key.agent, id: key.workflow }, tx);
      return this.repository.list(key, tx);
    });
    // Stored with its id, and with those of the modules in it.
    return { modules: rows.map(({ config }) => ({ ...shownModule(key.kind, config as IdentifiedModule) })) };
  }

  /** @throws AppError `not_found`, `conflict`, `quota_exceeded`, `invalid_request` */
  async add(key: ModuleListKey, given: AgentModule): Promise<AddedId> {
    const config = identified(given);
    const { id } = config;
    await checkModule(key.agent, config);
    await this.transactions.run(async (tx) => {
      await this.workflows.hold({ agent: key.agent, id: key.workflow }, tx);
      await this.repository.append({ ...key, id }, this.seals.sealed({ ...key, id }, config), tx);
    });
    return { id };
  }

  /** @throws AppError `not_found`, `conflict` */
  async order(key: ModuleListKey, ids: readonly string[]): Promise<null> {
    await this.transactions.run(async (tx) => {
      await this.workflows.hold({ agent: key.agent, id: key.workflow }, tx);
      // As they are stored.
      const stored = ids.map((id) => id.toLowerCase());
      await this.repository.reorder(key, stored, tx);
    });
    return null;
  }

  /**
   * Secrets that the new module leaves out stay, unless it has another address.
   *
   * @throws AppError `not_found`, `invalid_request`
   */
  async set(key: ModuleKey, given: AgentModule): Promise<null> {
    const config = identified({ ...given, id: key.id });
    await checkModule(key.agent, config);
    await this.transactions.run(async (tx) => {
      await this.workflows.hold({ agent: key.agent, id: key.workflow }, tx);
      const stored = this.seals.opened(await this.repository.get(key, tx));
      await this.repository.replace(key, this.seals.sealed(key, replacedModule(key.kind, stored, config)), tx);
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
