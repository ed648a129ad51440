import { busFor } from '@lectern/bus';
import {
  listUnembeddedFields,
  listVisibleResources,
  readParagraphs,
  readResources,
  readRetrievalSettings,
  readSearchConfiguration,
  readSynonyms,
  reportIndexDamage,
} from '@lectern/contracts/knowledge-box';
import {
  describeModels,
  embedTexts,
  generateAnswer,
  rephraseQuestion,
  rerankTexts,
} from '@lectern/contracts/understanding';
import { KeywordIndexModule } from '@lectern/keyword-index';
import { VectorIndexModule } from '@lectern/vector-index';
import { Module } from '@nestjs/common';
import { AskHandlers } from './ask/ask.handlers';
import { AskPlaces } from './ask/ask-places';
import { AskRetrieval } from './ask/ask-retrieval';
import { AskService } from './ask/ask.service';
import { Rephrasing } from './ask/rephrasing';
import { FindHandlers } from './find/find.handlers';
import { FindService } from './find/find.service';
import { BoxSettings } from './box/box-settings';
import { BoxSynonyms } from './box/box-synonyms';
import { BoxSettingsHandlers } from './box/box-settings.handlers';
import { SearchConfigurations } from './configuration/search-configurations';
import { SearchConfigurationsHandlers } from './configuration/search-configurations.handlers';
import { CollectionProfile } from './box/collection-profile';
import { IndexDamageReporter } from './retrieval/index-damage';
import { KeywordLeg } from './retrieval/keyword-leg';
import { ModelsInUse } from './models/models-in-use';
import { Degradation } from './degradation';
import { FilterHandlers } from './query/filter.handlers';
import { RequestScopes } from './query/request-scopes';
import { Reranking } from './retrieval/reranking';
import { QueryReadings } from './retrieval/query-reading';
import { RetrievalPipeline } from './retrieval/retrieval.pipeline';
import { SemanticLeg } from './retrieval/semantic-leg';
import { BoxResources } from './results/box-resources';
import { HydratedRetrieval } from './results/hydrated-retrieval';
import { FulltextLeg } from './retrieval/fulltext-leg';
import { SeparateRetrieval } from './retrieval/separate-retrieval';
import { SearchHandlers } from './search/search.handlers';
import { SearchLists } from './search/search-lists';
import { SearchService } from './search/search.service';

const bus = busFor({
  calls: [
    ...[listUnembeddedFields, listVisibleResources, readParagraphs, readResources, readRetrievalSettings],
    ...[readSearchConfiguration, readSynonyms, reportIndexDamage],
    ...[describeModels, embedTexts, generateAnswer, rephraseQuestion, rerankTexts],
  ],
});

/** Finds and answers; reads both indexes and writes neither. */
@Module({
  imports: [KeywordIndexModule.forRoot({ role: 'reader' }), VectorIndexModule.forRoot({ role: 'reader' })],
  controllers: [
    FindHandlers,
    SearchHandlers,
    FilterHandlers,
    AskHandlers,
    BoxSettingsHandlers,
    SearchConfigurationsHandlers,
  ],
  providers: [
    bus,
    AskPlaces,
    AskRetrieval,
    AskService,
    BoxSettings,
    BoxSynonyms,
    CollectionProfile,
    FindService,
    IndexDamageReporter,
    KeywordLeg,
    ModelsInUse,
    Rephrasing,
    Reranking,
    Degradation,
    RequestScopes,
    SearchConfigurations,
    QueryReadings,
    RetrievalPipeline,
    SemanticLeg,
    HydratedRetrieval,
    BoxResources,
    FulltextLeg,
    SeparateRetrieval,
    SearchLists,
    SearchService,
  ],
})
export class SearchModule {}
