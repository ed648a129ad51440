import { ActivityModule } from '@lectern/activity';
import { busFor } from '@lectern/bus';
import { readEntityRelations, readGraphPaths } from '@lectern/contracts/knowledge-box';
import { UsageModule } from '@lectern/usage';
import { Module } from '@nestjs/common';
import { SearchConfigurationsModule } from '../configuration/search-configurations.module';
import { DegradationModule } from '../degradation/degradation.module';
import { GraphSearchModule } from '../graph/graph-search.module';
import { QueryModule } from '../query/query.module';
import { ResultsModule } from '../results/results.module';
import { FindGraph } from './find-graph';
import { FindHandlers } from './find.handlers';
import { FindService } from './find.service';
import { RecordedFinds } from './recorded-finds';

const bus = busFor({ calls: [readEntityRelations, readGraphPaths] });

/** Searches by keyword and meaning, fused into one ranking. */
@Module({
  imports: [
    ActivityModule,
    UsageModule,
    SearchConfigurationsModule,
    DegradationModule,
    GraphSearchModule,
    QueryModule,
    ResultsModule,
  ],
  controllers: [FindHandlers],
  providers: [bus, FindGraph, FindService, RecordedFinds],
  exports: [FindGraph, FindService],
})
export class FindModule {}
