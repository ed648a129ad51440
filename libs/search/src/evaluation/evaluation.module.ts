import { ActivityModule, searchDatabase } from '@lectern/activity';
import { UsageModule } from '@lectern/usage';
import { Module } from '@nestjs/common';
import { AskModule } from '../ask/ask.module';
import { FindModule } from '../find/find.module';
import { EvaluatedQuestions } from './evaluated-questions';
import { EvaluationRunTask } from './evaluation-run.task';
import { EvaluationRunsService } from './evaluation-runs.service';
import { EvaluationSetsService } from './evaluation-sets.service';
import { EvaluationHandlers } from './evaluation.handlers';

/** Sets of questions with what they should bring, and runs that measure it. */
@Module({
  imports: [searchDatabase, ActivityModule, UsageModule, AskModule, FindModule],
  controllers: [EvaluationHandlers],
  providers: [EvaluatedQuestions, EvaluationRunTask, EvaluationRunsService, EvaluationSetsService],
})
export class EvaluationModule {}
