import type { Transactions } from '@lectern/database';
import { masterKeyOf, randomSecret, SecretEnvelope } from '@lectern/secrets';
import type { WorkflowRepository } from '../workflow/workflow.repository';
import type { AgentModuleRepository } from './agent-module.repository';
import { ModuleSeals } from './module-seals';

/** Seals with a key that nobody keeps. */
export function testSeals(
  transactions: Transactions,
  workflows: WorkflowRepository,
  modules: AgentModuleRepository,
): ModuleSeals {
  return new ModuleSeals(transactions, workflows, modules, new SecretEnvelope([masterKeyOf(randomSecret())]));
}
