import { KnowledgeBoxRowsModule, knowledgeBoxDatabase } from '@lectern/knowledge-box-rows';
import { Module } from '@nestjs/common';
import { keywordIndexes, vectorIndexes } from '../index-engines';
import { CountersHandlers } from './counters.handlers';
import { CountersService } from './counters.service';

/** Sizes of knowledge boxes. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule, keywordIndexes, vectorIndexes],
  controllers: [CountersHandlers],
  providers: [CountersService],
})
export class CountersModule {}
