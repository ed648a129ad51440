import { DatabaseModule } from '@lectern/database';
import { ActivityEntity, PurgedBoxEntity } from './activity/activity.entity';
import { Activity1763700000001 } from './migrations/0001-activity';
import { AnswerScores1763700000004 } from './migrations/0004-answer-scores';
import { AskTraces1763700000005 } from './migrations/0005-ask-traces';
import { AskTraceEntity } from './trace/ask-trace.entity';
import { AnswerScoresEntity } from './scores/answer-scores.entity';

export const searchSchema = {
  schema: 'search',
  entities: [ActivityEntity, AnswerScoresEntity, AskTraceEntity, PurgedBoxEntity],
  migrations: [Activity1763700000001, AnswerScores1763700000004, AskTraces1763700000005],
  hasTasks: false,
} as const;

/** Finds and questions are answered without it. */
export const searchDatabase = DatabaseModule.forOptional(searchSchema);
