import { DatabaseModule } from '@lectern/database';
import { LearningConfigurationEntity } from './configuration/learning-configuration.entity';
import { Configurations1763700000001 } from './migrations/0001-configurations';
import { Processing1763700000002 } from './migrations/0002-processing';
import { processingRows } from './processing/processing-rows';

export const understandingSchema = {
  schema: 'understanding',
  entities: [LearningConfigurationEntity, ...processingRows.entities],
  migrations: [Configurations1763700000001, Processing1763700000002],
} as const;

/** Fields are processed and texts embedded without it. */
export const understandingDatabase = DatabaseModule.forOptional(understandingSchema);
