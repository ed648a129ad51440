import { busFor } from '@lectern/bus';
import { readTexts } from '@lectern/contracts/knowledge-box';
import { summarizeTexts } from '@lectern/contracts/understanding';
import { Module } from '@nestjs/common';
import { QueryModule } from '../query/query.module';
import { SummarizeHandlers } from './summarize.handlers';
import { SummarizeService } from './summarize.service';

const bus = busFor({ calls: [readTexts, summarizeTexts] });

/** Summarises resources. */
@Module({
  imports: [QueryModule],
  controllers: [SummarizeHandlers],
  providers: [bus, SummarizeService],
})
export class SummarizeModule {}
