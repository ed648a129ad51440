import { ActivityModule } from '@lectern/activity';
import { busFor } from '@lectern/bus';
import { readGraphNames } from '@lectern/contracts/knowledge-box';
import { UsageModule } from '@lectern/usage';
import { Module } from '@nestjs/common';
import { BoxSettingsModule } from '../box/box-settings.module';
import { DegradationModule } from '../degradation/degradation.module';
import { QueryModule } from '../query/query.module';
import { RetrievalModule } from '../retrieval/retrieval.module';
import { SearchListsModule } from '../search/search-lists.module';
import { RecordedSuggestions } from './recorded-suggestions';
import { SuggestHandlers } from './suggest.handlers';
import { SuggestService } from './suggest.service';
import { SuggestedEntities } from './suggested-entities';
import { SuggestedParagraphs } from './suggested-paragraphs';

const bus = busFor({ calls: [readGraphNames] });

/** Completes the beginning of a query. */
@Module({
  imports: [
    ActivityModule,
    UsageModule,
    BoxSettingsModule,
    DegradationModule,
    QueryModule,
    RetrievalModule,
    SearchListsModule,
  ],
  controllers: [SuggestHandlers],
  providers: [bus, RecordedSuggestions, SuggestService, SuggestedEntities, SuggestedParagraphs],
  exports: [SuggestedEntities],
})
export class SuggestModule {}
