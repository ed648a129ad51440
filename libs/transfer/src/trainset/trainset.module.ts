import { busFor } from '@lectern/bus';
import { compileFilter } from '@lectern/contracts/search';
import { IndexingModule } from '@lectern/indexing';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { TrainsetReader } from './trainset-reader';
import { TrainsetHandlers } from './trainset.handlers';
import { TrainsetService } from './trainset.service';

const bus = busFor({ calls: [compileFilter] });

/** Training sets. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, IndexingModule],
  controllers: [TrainsetHandlers],
  providers: [bus, TrainsetReader, TrainsetService],
})
export class TrainsetModule {}
