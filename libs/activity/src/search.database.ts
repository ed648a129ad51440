import { DatabaseModule } from '@lectern/database';
import { Activity1763700000001 } from './migrations/0001-activity';
import { Feedback1763700000002 } from './migrations/0002-feedback';
import { ActivityWhole1763700000003 } from './migrations/0003-activity-whole';
import { AnswerScores1763700000004 } from './migrations/0004-answer-scores';
import { AskTraces1763700000005 } from './migrations/0005-ask-traces';
import { DueScoresOfBoxes1763700000006 } from './migrations/0006-due-scores-of-boxes';
import { Evaluations1763700000007 } from './migrations/0007-evaluations';

export const searchSchema = {
  schema: 'search',
  migrations: [
    Activity1763700000001,
    Feedback1763700000002,
    ActivityWhole1763700000003,
    AnswerScores1763700000004,
    AskTraces1763700000005,
    DueScoresOfBoxes1763700000006,
    Evaluations1763700000007,
  ],
} as const;

/** Finds and questions work without this database. */
export const searchDatabase = DatabaseModule.forOptional(searchSchema);
