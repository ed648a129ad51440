import { ActivityModule } from '@lectern/activity';
import { UsageModule } from '@lectern/usage';
import { Module } from '@nestjs/common';
import { keywordIndexes } from '../index-readers';
import { BoxSettingsModule } from '../box/box-settings.module';
import { DegradationModule } from '../degradation/degradation.module';
import { FindModule } from '../find/find.module';
import { QueryModule } from '../query/query.module';
import { ResultsModule } from '../results/results.module';
import { RetrievalModule } from '../retrieval/retrieval.module';
import { RecordedSearches } from './recorded-searches';
import { SearchLists } from './search-lists';
import { SearchQueries } from './search-queries';
import { SearchAnswers, SearchHandlers } from './search.handlers';
import { SearchService } from './search.service';

/** Searches with one list per index. */
@Module({
  imports: [
    ActivityModule,
    UsageModule,
    keywordIndexes,
    BoxSettingsModule,
    DegradationModule,
    FindModule,
    QueryModule,
    ResultsModule,
    RetrievalModule,
  ],
  controllers: [SearchAnswers, SearchHandlers],
  providers: [RecordedSearches, SearchLists, SearchQueries, SearchService],
  exports: [SearchLists],
})
export class SearchListsModule {}
