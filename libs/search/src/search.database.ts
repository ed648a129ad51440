import { DatabaseModule } from '@lectern/database';
import { ActivityEntity, PurgedBoxEntity } from './activity/activity.entity';
import { Activity1763700000001 } from './migrations/0001-activity';

export const searchSchema = {
  schema: 'search',
  entities: [ActivityEntity, PurgedBoxEntity],
  migrations: [Activity1763700000001],
  hasTasks: false,
} as const;

/** Finds and questions are answered without it. */
export const searchDatabase = DatabaseModule.forOptional(searchSchema);
