import { ActivityModule, searchDatabase } from '@lectern/activity';
import { Module } from '@nestjs/common';
import { AskModule } from '../ask/ask.module';
import { AnswerScoresModule } from '../scores/answer-scores.module';
import { AskReplays } from './ask-replays';
import { AskTracesHandlers } from './ask-traces.handlers';
import { AskTracesService } from './ask-traces.service';

/** Repeats traces and compares the results. */
@Module({
  imports: [searchDatabase, ActivityModule, AskModule, AnswerScoresModule],
  controllers: [AskTracesHandlers],
  providers: [AskReplays, AskTracesService],
})
export class ReplayModule {}
