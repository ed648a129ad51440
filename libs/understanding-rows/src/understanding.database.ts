import { DatabaseModule } from '@lectern/database';
import { LearningConfigurationEntity } from './configuration/learning-configuration.entity';
import { Configurations1763700000001 } from './migrations/0001-configurations';
import { Strategies1763700000008 } from './migrations/0008-strategies';
import { StrategyEntity } from './strategy/strategy.entity';

export const understandingSchema = {
  schema: 'understanding',
  entities: [LearningConfigurationEntity, StrategyEntity],
  migrations: [Configurations1763700000001, Strategies1763700000008],
  hasTasks: false,
} as const;

/** Fields that name no strategy are processed, and texts embedded, without it. */
export const understandingDatabase = DatabaseModule.forOptional(understandingSchema);
