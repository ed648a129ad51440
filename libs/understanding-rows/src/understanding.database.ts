import { DatabaseModule } from '@lectern/database';
import { LearningConfigurationEntity } from './configuration/learning-configuration.entity';
import { Configurations1763700000001 } from './migrations/0001-configurations';
import { ModelConfigurations1763700000010 } from './migrations/0010-model-configurations';
import { ModelConfigurationEntity } from './model-configuration/model-configuration.entity';

export const understandingSchema = {
  schema: 'understanding',
  entities: [LearningConfigurationEntity, ModelConfigurationEntity],
  migrations: [Configurations1763700000001, ModelConfigurations1763700000010],
  hasTasks: false,
} as const;

/** Fields are processed and texts embedded without it. */
export const understandingDatabase = DatabaseModule.forOptional(understandingSchema);
