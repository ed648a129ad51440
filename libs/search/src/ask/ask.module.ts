import { ActivityModule } from '@lectern/activity';
import { busFor } from '@lectern/bus';
import {
  downloadAttachment,
  downloadExtracted,
  downloadFileField,
  readEntityRelations,
  readGraphPaths,
} from '@lectern/contracts/knowledge-box';
import { generateAnswer, rephraseQuestion, rerankTexts } from '@lectern/contracts/understanding';
import { UsageModule } from '@lectern/usage';
import { Module } from '@nestjs/common';
import { AugmentModule } from '../augment/augment.module';
import { SearchConfigurationsModule } from '../configuration/search-configurations.module';
import { DegradationModule } from '../degradation/degradation.module';
import { FindModule } from '../find/find.module';
import { HydrateModule } from '../hydrate/hydrate.module';
import { ZoneModelsModule } from '../models/zone-models.module';
import { QueryModule } from '../query/query.module';
import { ResultsModule } from '../results/results.module';
import { RetrievalModule } from '../retrieval/retrieval.module';
import { SuggestModule } from '../suggest/suggest.module';
import { AnswerRelations } from './answer-relations';
import { AskPrompts } from './ask-prompts';
import { AskRetrieval } from './ask-retrieval';
import { AskHandlers } from './ask.handlers';
import { AskService } from './ask.service';
import { AskContext } from './context/ask-context';
import { ContextPictures } from './context/context-pictures';
import { ContextReader } from './context/context-reader';
import { ContextSteps } from './context/context-steps';
import { ConversationSteps } from './context/conversation-steps';
import { GraphExpansion } from './graph/graph-expansion';
import { GraphSearch } from './graph/graph-search';
import { RelationRanking } from './graph/relation-ranking';
import { Prequeries } from './prequeries';
import { QuestionSearch } from './question-search';
import { RecordedAsks } from './recorded-asks';
import { Rephrasing } from './rephrasing';

const bus = busFor({
  calls: [
    readEntityRelations,
    readGraphPaths,
    downloadAttachment,
    downloadExtracted,
    downloadFileField,
    generateAnswer,
    rephraseQuestion,
    rerankTexts,
  ],
});

/** Questions and their answers. */
@Module({
  imports: [
    ActivityModule,
    UsageModule,
    AugmentModule,
    SearchConfigurationsModule,
    DegradationModule,
    FindModule,
    HydrateModule,
    ZoneModelsModule,
    QueryModule,
    ResultsModule,
    RetrievalModule,
    SuggestModule,
  ],
  controllers: [AskHandlers],
  providers: [
    bus,
    AnswerRelations,
    AskContext,
    AskPrompts,
    AskRetrieval,
    AskService,
    ContextPictures,
    ContextReader,
    ContextSteps,
    ConversationSteps,
    GraphExpansion,
    GraphSearch,
    Prequeries,
    QuestionSearch,
    RecordedAsks,
    RelationRanking,
    Rephrasing,
  ],
  exports: [AskService],
})
export class AskModule {}
