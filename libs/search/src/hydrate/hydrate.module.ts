import { busFor } from '@lectern/bus';
import { readParagraphs } from '@lectern/contracts/knowledge-box';
import { Module } from '@nestjs/common';
import { QueryModule } from '../query/query.module';
import { ResultsModule } from '../results/results.module';
import { RetrievalModule } from '../retrieval/retrieval.module';
import { HydrateHandlers } from './hydrate.handlers';
import { HydrateService } from './hydrate.service';
import { NamedParagraphs } from './named-paragraphs';

const bus = busFor({ calls: [readParagraphs] });

/** Reads paragraphs by id. */
@Module({
  imports: [QueryModule, ResultsModule, RetrievalModule],
  controllers: [HydrateHandlers],
  providers: [bus, HydrateService, NamedParagraphs],
  exports: [NamedParagraphs],
})
export class HydrateModule {}
