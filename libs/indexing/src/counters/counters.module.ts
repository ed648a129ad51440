import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { keywordIndexes, vectorIndexes } from '../index-engines';
import { CountersHandlers } from './counters.handlers';
import { CountersService } from './counters.service';
import { ContentCountRepository } from './content-count.repository';

/** Sizes of knowledge boxes. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, keywordIndexes, vectorIndexes],
  controllers: [CountersHandlers],
  providers: [ContentCountRepository, CountersService],
})
export class CountersModule {}
