import { KnowledgeBoxRowsModule, knowledgeBoxDatabase } from '@lectern/knowledge-box-rows';
import { Module } from '@nestjs/common';
import { keywordIndexes, vectorIndexes } from '../index-engines';
import { CountersHandlers } from './counters.handlers';
import { CountersService } from './counters.service';

/** How much a box holds. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule, keywordIndexes, vectorIndexes],
  controllers: [CountersHandlers],
  providers: [CountersService],
})
export class CountersModule {}
