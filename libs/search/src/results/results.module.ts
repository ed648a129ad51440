import { busFor } from '@lectern/bus';
import { listVisibleResources, readResources } from '@lectern/contracts/knowledge-box';
import { Module } from '@nestjs/common';
import { BoxSettingsModule } from '../box/box-settings.module';
import { RetrievalModule } from '../retrieval/retrieval.module';
import { BoxResources } from './box-resources';
import { HydratedRetrieval } from './hydrated-retrieval';
import { MissingResources } from './missing-resources';

const bus = busFor({ calls: [listVisibleResources, readResources] });

/** Resources of search results. */
@Module({
  imports: [BoxSettingsModule, RetrievalModule],
  providers: [bus, BoxResources, HydratedRetrieval, MissingResources],
  exports: [BoxResources, HydratedRetrieval],
})
export class ResultsModule {}
