import { DatabaseModule } from '@lectern/database';
import { LearningConfigurationEntity } from './configuration/learning-configuration.entity';
import { Configurations1763700000001 } from './migrations/0001-configurations';

export const understandingSchema = {
  schema: 'understanding',
  entities: [LearningConfigurationEntity],
  migrations: [Configurations1763700000001],
  hasTasks: false,
} as const;

/** Fields are processed and texts embedded without it. */
export const understandingDatabase = DatabaseModule.forOptional(understandingSchema);
