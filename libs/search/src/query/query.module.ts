import { busFor } from '@lectern/bus';
import { matchKeyValues, readResources } from '@lectern/contracts/knowledge-box';
import { rephraseQuestion } from '@lectern/contracts/understanding';
import { Module } from '@nestjs/common';
import { keywordIndexes } from '../index-readers';
import { BoxSettingsModule } from '../box/box-settings.module';
import { DegradationModule } from '../degradation/degradation.module';
import { ZoneModelsModule } from '../models/zone-models.module';
import { FilterHandlers } from './filter.handlers';
import { KeywordFields } from './keyword-fields';
import { QueryRephrasing } from './query-rephrasing';
import { RequestScopes } from './request-scopes';

const bus = busFor({ calls: [readResources, matchKeyValues, rephraseQuestion] });

/** Visibility and scope of requests. */
@Module({
  imports: [keywordIndexes, BoxSettingsModule, DegradationModule, ZoneModelsModule],
  controllers: [FilterHandlers],
  providers: [bus, KeywordFields, QueryRephrasing, RequestScopes],
  exports: [QueryRephrasing, RequestScopes],
})
export class QueryModule {}
