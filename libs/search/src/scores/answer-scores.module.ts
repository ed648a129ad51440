import { ActivityModule, searchDatabase } from '@lectern/activity';
import { busFor } from '@lectern/bus';
import { predictRemi } from '@lectern/contracts/understanding';
import { Module } from '@nestjs/common';
import { BoxSettingsModule } from '../box/box-settings.module';
import { ResultsModule } from '../results/results.module';
import { RetrievalModule } from '../retrieval/retrieval.module';
import { AnswerScoresHandlers } from './answer-scores.handlers';
import { AnswerScoresService } from './answer-scores.service';
import { AnswerScoring } from './answer-scoring';
import { ContextTexts } from './context-texts';
import { RecordedAnswerScoring } from './recorded-answer-scoring';

const bus = busFor({ calls: [predictRemi] });

/** Scores recorded answers. */
@Module({
  imports: [searchDatabase, ActivityModule, BoxSettingsModule, ResultsModule, RetrievalModule],
  controllers: [AnswerScoresHandlers],
  providers: [bus, AnswerScoresService, AnswerScoring, ContextTexts, RecordedAnswerScoring],
  exports: [ContextTexts],
})
export class AnswerScoresModule {}
