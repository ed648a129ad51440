import { ActivityModule } from '@lectern/activity';
import { UsageModule } from '@lectern/usage';
import { Module } from '@nestjs/common';
import { FindModule } from '../find/find.module';
import { QueryModule } from '../query/query.module';
import { ResultsModule } from '../results/results.module';
import { RecordedRetrievals } from './recorded-retrievals';
import { RetrieveHandlers } from './retrieve.handlers';
import { RetrieveService } from './retrieve.service';

/** Retrieval of ids with all scores. */
@Module({
  imports: [ActivityModule, UsageModule, FindModule, QueryModule, ResultsModule],
  controllers: [RetrieveHandlers],
  providers: [RecordedRetrievals, RetrieveService],
})
export class RetrieveModule {}
