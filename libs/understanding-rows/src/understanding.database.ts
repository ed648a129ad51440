import { DatabaseModule } from '@lectern/database';
import { AgentTaskEntity } from './agent-task/agent-task.entity';
import { LearningConfigurationEntity } from './configuration/learning-configuration.entity';
import { Configurations1763700000001 } from './migrations/0001-configurations';
import { AgentTasks1763700000005 } from './migrations/0005-agent-tasks';

export const understandingSchema = {
  schema: 'understanding',
  entities: [AgentTaskEntity, LearningConfigurationEntity],
  migrations: [Configurations1763700000001, AgentTasks1763700000005],
  hasTasks: false,
} as const;

/** Fields are processed and texts embedded without it. */
export const understandingDatabase = DatabaseModule.forOptional(understandingSchema);
