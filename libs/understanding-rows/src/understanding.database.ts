import { DatabaseModule } from '@lectern/database';
import { AgentTaskEntity } from './agent-task/agent-task.entity';
import { LearningConfigurationEntity } from './configuration/learning-configuration.entity';
import { Configurations1763700000001 } from './migrations/0001-configurations';
import { Processing1763700000002 } from './migrations/0002-processing';
import { AgentTasks1763700000005 } from './migrations/0005-agent-tasks';
import { Strategies1763700000008 } from './migrations/0008-strategies';
import { processingRows } from './processing/processing-rows';
import { StrategyEntity } from './strategy/strategy.entity';

export const understandingSchema = {
  schema: 'understanding',
  entities: [AgentTaskEntity, LearningConfigurationEntity, StrategyEntity, ...processingRows.entities],
  migrations: [
    Configurations1763700000001,
    Processing1763700000002,
    AgentTasks1763700000005,
    Strategies1763700000008,
  ],
} as const;

/** Fields that name no strategy are processed, and texts embedded, without it. */
export const understandingDatabase = DatabaseModule.forOptional(understandingSchema);
