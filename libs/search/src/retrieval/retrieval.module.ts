import { busFor } from '@lectern/bus';
import { listUnembeddedFields, readParagraphs, reportIndexDamage } from '@lectern/contracts/knowledge-box';
import { embedTexts, rerankTexts } from '@lectern/contracts/understanding';
import { Module } from '@nestjs/common';
import { keywordIndexes, vectorIndexes } from '../index-readers';
import { BoxSettingsModule } from '../box/box-settings.module';
import { DegradationModule } from '../degradation/degradation.module';
import { ZoneModelsModule } from '../models/zone-models.module';
import { FulltextLeg } from './fulltext-leg';
import { IndexDamageReporter } from './index-damage';
import { KeywordLeg } from './keyword-leg';
import { QueryReadings } from './query-reading';
import { Reranking } from './reranking';
import { RetrievalPipeline } from './retrieval.pipeline';
import { SemanticLeg } from './semantic-leg';
import { SeparateRetrieval } from './separate-retrieval';

const bus = busFor({ calls: [listUnembeddedFields, readParagraphs, reportIndexDamage, embedTexts, rerankTexts] });

/** The pipeline from a query to ranked paragraphs. */
@Module({
  imports: [keywordIndexes, vectorIndexes, BoxSettingsModule, DegradationModule, ZoneModelsModule],
  providers: [
    bus,
    FulltextLeg,
    IndexDamageReporter,
    KeywordLeg,
    QueryReadings,
    Reranking,
    RetrievalPipeline,
    SemanticLeg,
    SeparateRetrieval,
  ],
  exports: [KeywordLeg, QueryReadings, RetrievalPipeline, SemanticLeg, SeparateRetrieval],
})
export class RetrievalModule {}
