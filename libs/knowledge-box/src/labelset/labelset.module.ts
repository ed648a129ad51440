import { busFor } from '@lectern/bus';
import { labelsetsChanged } from '@lectern/contracts/knowledge-box';
import { KnowledgeBoxRowsModule, knowledgeBoxDatabase } from '@lectern/knowledge-box-rows';
import { Module } from '@nestjs/common';
import { LabelsetHandlers } from './labelset.handlers';
import { LabelsetService } from './labelset.service';

const bus = busFor({ publishes: [labelsetsChanged] });

/** Labels offered to users. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule],
  controllers: [LabelsetHandlers],
  providers: [bus, LabelsetService],
})
export class LabelsetModule {}
