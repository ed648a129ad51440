import { AskModule } from './ask/ask.module';
import { AugmentModule } from './augment/augment.module';
import { BoxSettingsModule } from './box/box-settings.module';
import { SearchConfigurationsModule } from './configuration/search-configurations.module';
import { DegradationModule } from './degradation/degradation.module';
import { EvaluationModule } from './evaluation/evaluation.module';
import { FindModule } from './find/find.module';
import { GraphSearchModule } from './graph/graph-search.module';
import { HydrateModule } from './hydrate/hydrate.module';
import { ZoneModelsModule } from './models/zone-models.module';
import { QueryModule } from './query/query.module';
import { ReplayModule } from './replay/replay.module';
import { ResultsModule } from './results/results.module';
import { RetrievalModule } from './retrieval/retrieval.module';
import { RetrieveModule } from './retrieve/retrieve.module';
import { AnswerScoresModule } from './scores/answer-scores.module';
import { SearchListsModule } from './search/search-lists.module';
import { SuggestModule } from './suggest/suggest.module';
import { SummarizeModule } from './summarize/summarize.module';
import { ActivityModule } from '@lectern/activity';
import { Module } from '@nestjs/common';

/** Finds and answers, and records requests; reads both indexes and writes neither. */
@Module({
  imports: [
    ActivityModule,
    AskModule,
    AugmentModule,
    BoxSettingsModule,
    SearchConfigurationsModule,
    DegradationModule,
    EvaluationModule,
    FindModule,
    GraphSearchModule,
    HydrateModule,
    ZoneModelsModule,
    QueryModule,
    ReplayModule,
    ResultsModule,
    RetrievalModule,
    RetrieveModule,
    AnswerScoresModule,
    SearchListsModule,
    SuggestModule,
    SummarizeModule,
  ],
})
export class SearchModule {}
