import { DatabaseModule } from '@lectern/database';
import type { SealedColumns } from '@lectern/key-rotation';
import { Configurations1763700000001 } from './migrations/0001-configurations';
import { Processing1763700000002 } from './migrations/0002-processing';
import { AgentTasks1763700000005 } from './migrations/0005-agent-tasks';
import { Strategies1763700000008 } from './migrations/0008-strategies';
import { ModelConfigurations1763700000010 } from './migrations/0010-model-configurations';
import { CustomModels1763700000011 } from './migrations/0011-custom-models';
import { GuardrailPolicies1763700000012 } from './migrations/0012-guardrail-policies';
import { AssumedRoles1763700000013 } from './migrations/0013-assumed-roles';
import { AgentTurns1763700000014 } from './migrations/0014-agent-turns';
import { Datasets1763700000015 } from './migrations/0015-datasets';
import { TaskAssets1763700000016 } from './migrations/0016-task-assets';
import { AgentTaskProgress1763700000017 } from './migrations/0017-agent-task-progress';
import { DatasetTaskSecrets1763700000018 } from './migrations/0018-dataset-task-secrets';

export const understandingSchema = {
  schema: 'understanding',
  migrations: [
    Configurations1763700000001,
    Processing1763700000002,
    AgentTasks1763700000005,
    Strategies1763700000008,
    ModelConfigurations1763700000010,
    CustomModels1763700000011,
    GuardrailPolicies1763700000012,
    AssumedRoles1763700000013,
    AgentTurns1763700000014,
    Datasets1763700000015,
    TaskAssets1763700000016,
    AgentTaskProgress1763700000017,
    DatasetTaskSecrets1763700000018,
  ],
} as const;

/** Columns with secrets, which `lectern keys rotate` seals with another key. */
export const understandingSealed: SealedColumns = {
  agent_tasks: ['sealed'],
  custom_models: ['sealed_server'],
  dataset_tasks: ['sealed'],
  learning_configurations: ['sealed_user_keys'],
  model_configurations: ['sealed_user_keys'],
  processing_records: ['sealed_request', 'sealed_webhook'],
  strategies: ['sealed_user_keys'],
  tus_uploads: ['sealed_file'],
};

/** Fields that name no strategy are processed, and texts embedded, without it. */
export const understandingDatabase = DatabaseModule.forOptional(understandingSchema);
