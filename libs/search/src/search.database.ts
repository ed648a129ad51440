import { DatabaseModule } from '@lectern/database';
import { ActivityEntity, PurgedBoxEntity } from './activity/activity.entity';
import { FeedbackEntity } from './activity/feedback/feedback.entity';
import { JournalEntity } from './activity/journal/journal.entity';
import { Activity1763700000001 } from './migrations/0001-activity';
import { Feedback1763700000002 } from './migrations/0002-feedback';

export const searchSchema = {
  schema: 'search',
  entities: [ActivityEntity, FeedbackEntity, JournalEntity, PurgedBoxEntity],
  migrations: [Activity1763700000001, Feedback1763700000002],
  hasTasks: false,
} as const;

/** Finds and questions are answered without it. */
export const searchDatabase = DatabaseModule.forOptional(searchSchema);
