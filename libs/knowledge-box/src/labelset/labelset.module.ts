import { rowsOf } from '@lectern/database';
import { busFor } from '@lectern/bus';
import { labelsetsChanged } from '@lectern/contracts/knowledge-box';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { LabelsetHandlers } from './labelset.handlers';
import { LabelsetService } from './labelset.service';
import { LabelsetEntity } from './labelset.entity';
import { LabelsetRepository } from './labelset.repository';

const bus = busFor({ publishes: [labelsetsChanged] });

/** Labels offered to users. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule],
  controllers: [LabelsetHandlers],
  providers: [rowsOf(LabelsetEntity), LabelsetRepository, bus, LabelsetService],
  exports: [LabelsetRepository],
})
export class LabelsetModule {}
