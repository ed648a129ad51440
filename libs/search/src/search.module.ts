import { busFor } from '@lectern/bus';
import {
  downloadAttachment,
  downloadExtracted,
  downloadFileField,
  listUnembeddedFields,
  listVisibleResources,
  matchKeyValues,
  readEntityRelations,
  readGraphNames,
  readGraphNodes,
  readGraphPaths,
  readGraphRelations,
  readMessages,
  readParagraphs,
  readResources,
  readRetrievalSettings,
  readTexts,
  readSearchConfiguration,
  readParagraphLabelsets,
  readSynonyms,
  reportIndexDamage,
} from '@lectern/contracts/knowledge-box';
import {
  describeBoxEmbedders,
  describeGenerator,
  describeModels,
  embedTexts,
  generateAnswer,
  predictRemi,
  rephraseQuestion,
  rerankTexts,
  summarizeTexts,
} from '@lectern/contracts/understanding';
import { KeywordIndexModule } from '@lectern/keyword-index';
import { VectorIndexModule } from '@lectern/vector-index';
import { Module } from '@nestjs/common';
import { ActivityModule, searchDatabase } from '@lectern/activity';
import { AnswerRelations } from './ask/answer-relations';
import { AskHandlers } from './ask/ask.handlers';
import { AskPrompts } from './ask/ask-prompts';
import { AskContext } from './ask/context/ask-context';
import { ContextPictures } from './ask/context/context-pictures';
import { ContextReader } from './ask/context/context-reader';
import { ContextSteps } from './ask/context/context-steps';
import { ConversationSteps } from './ask/context/conversation-steps';
import { GraphExpansion } from './ask/graph/graph-expansion';
import { GraphSearch } from './ask/graph/graph-search';
import { RelationRanking } from './ask/graph/relation-ranking';
import { AskRetrieval } from './ask/ask-retrieval';
import { AskService } from './ask/ask.service';
import { RecordedAsks } from './ask/recorded-asks';
import { Prequeries } from './ask/prequeries';
import { QuestionSearch } from './ask/question-search';
import { Rephrasing } from './ask/rephrasing';
import { AugmentHandlers } from './augment/augment.handlers';
import { AugmentedMessages } from './augment/augmented-messages';
import { AugmentService } from './augment/augment.service';
import { FindHandlers } from './find/find.handlers';
import { FindGraph } from './find/find-graph';
import { FindService } from './find/find.service';
import { RecordedFinds } from './find/recorded-finds';
import { GraphSearchHandlers } from './graph/graph-search.handlers';
import { GraphService } from './graph/graph.service';
import { BoxSettings } from './box/box-settings';
import { BoxLabelsets } from './box/box-labelsets';
import { BoxSynonyms } from './box/box-synonyms';
import { BoxSettingsHandlers } from './box/box-settings.handlers';
import { SearchConfigurationCache } from './configuration/search-configuration-cache';
import { SearchConfigurationsHandlers } from './configuration/search-configurations.handlers';
import { CollectionProfile } from './box/collection-profile';
import { QueryRephrasing } from './query/query-rephrasing';
import { SimilarNames } from './graph/similar-names';
import { SearchQueries } from './search/search-queries';
import { IndexDamageReporter } from './retrieval/index-damage';
import { KeywordLeg } from './retrieval/keyword-leg';
import { ZoneModels } from './models/zone-models';
import { Degradation } from './degradation';
import { FilterHandlers } from './query/filter.handlers';
import { AskReplays } from './replay/ask-replays';
import { AskTracesHandlers } from './replay/ask-traces.handlers';
import { AskTracesService } from './replay/ask-traces.service';
import { RecordedAnswerScoring } from './scores/recorded-answer-scoring';
import { AnswerScoresHandlers } from './scores/answer-scores.handlers';
import { AnswerScoresService } from './scores/answer-scores.service';
import { AnswerScoring } from './scores/answer-scoring';
import { ContextTexts } from './scores/context-texts';
import { KeywordFields } from './query/keyword-fields';
import { RequestScopes } from './query/request-scopes';
import { Reranking } from './retrieval/reranking';
import { QueryReadings } from './retrieval/query-reading';
import { RetrievalPipeline } from './retrieval/retrieval.pipeline';
import { HydrateHandlers } from './hydrate/hydrate.handlers';
import { HydrateService } from './hydrate/hydrate.service';
import { NamedParagraphs } from './hydrate/named-paragraphs';
import { RetrieveHandlers } from './retrieve/retrieve.handlers';
import { RetrieveService } from './retrieve/retrieve.service';
import { RecordedRetrievals } from './retrieve/recorded-retrievals';
import { SemanticLeg } from './retrieval/semantic-leg';
import { BoxResources } from './results/box-resources';
import { MissingResources } from './results/missing-resources';
import { HydratedRetrieval } from './results/hydrated-retrieval';
import { FulltextLeg } from './retrieval/fulltext-leg';
import { SeparateRetrieval } from './retrieval/separate-retrieval';
import { SearchHandlers } from './search/search.handlers';
import { SearchLists } from './search/search-lists';
import { RecordedSearches } from './search/recorded-searches';
import { SearchService } from './search/search.service';
import { SummarizeHandlers } from './summarize/summarize.handlers';
import { SummarizeService } from './summarize/summarize.service';
import { SuggestHandlers } from './suggest/suggest.handlers';
import { SuggestedEntities } from './suggest/suggested-entities';
import { SuggestedParagraphs } from './suggest/suggested-paragraphs';
import { RecordedSuggestions } from './suggest/recorded-suggestions';
import { SuggestService } from './suggest/suggest.service';

const bus = busFor({
  calls: [
    listUnembeddedFields,
    listVisibleResources,
    readMessages,
    readParagraphs,
    readResources,
    readRetrievalSettings,
    readEntityRelations,
    readGraphNames,
    readGraphNodes,
    readGraphPaths,
    readGraphRelations,
    downloadAttachment,
    downloadExtracted,
    downloadFileField,
    matchKeyValues,
    predictRemi,
    readTexts,
    summarizeTexts,
    readParagraphLabelsets,
    readSearchConfiguration,
    readSynonyms,
    reportIndexDamage,
    describeBoxEmbedders,
    describeGenerator,
    describeModels,
    embedTexts,
    generateAnswer,
    rephraseQuestion,
    rerankTexts,
  ],
});

/** Finds and answers, and records what it was asked; reads both indexes and writes neither. */
@Module({
  imports: [
    ActivityModule,
    searchDatabase,
    KeywordIndexModule.forRoot({ role: 'reader' }),
    VectorIndexModule.forRoot({ role: 'reader' }),
  ],
  controllers: [
    AnswerScoresHandlers,
    AskTracesHandlers,
    FindHandlers,
    SearchHandlers,
    SuggestHandlers,
    SummarizeHandlers,
    FilterHandlers,
    GraphSearchHandlers,
    AugmentHandlers,
    HydrateHandlers,
    RetrieveHandlers,
    AskHandlers,
    BoxSettingsHandlers,
    SearchConfigurationsHandlers,
  ],
  providers: [
    bus,
    RecordedRetrievals,
    RecordedSuggestions,
    RecordedAnswerScoring,
    AnswerScoresService,
    AnswerScoring,
    ContextTexts,
    AskReplays,
    AskTracesService,
    AnswerRelations,
    GraphExpansion,
    GraphSearch,
    RelationRanking,
    AskContext,
    AskPrompts,
    ContextPictures,
    ContextReader,
    ContextSteps,
    ConversationSteps,
    AskRetrieval,
    AskService,
    BoxSettings,
    BoxLabelsets,
    BoxSynonyms,
    CollectionProfile,
    FindGraph,
    FindService,
    RecordedFinds,
    GraphService,
    IndexDamageReporter,
    KeywordFields,
    KeywordLeg,
    ZoneModels,
    Prequeries,
    QuestionSearch,
    RecordedAsks,
    Rephrasing,
    Reranking,
    Degradation,
    RequestScopes,
    SearchConfigurationCache,
    QueryReadings,
    SimilarNames,
    QueryRephrasing,
    SearchQueries,
    RetrievalPipeline,
    AugmentedMessages,
    AugmentService,
    HydrateService,
    NamedParagraphs,
    RetrieveService,
    SemanticLeg,
    HydratedRetrieval,
    MissingResources,
    BoxResources,
    FulltextLeg,
    SeparateRetrieval,
    SearchLists,
    RecordedSearches,
    SearchService,
    SuggestedEntities,
    SuggestedParagraphs,
    SuggestService,
    SummarizeService,
  ],
})
export class SearchModule {}
