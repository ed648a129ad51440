import { busFor } from '@lectern/bus';
import { describeBoxEmbedders, describeGenerator, describeModels } from '@lectern/contracts/understanding';
import { Module } from '@nestjs/common';
import { DegradationModule } from '../degradation/degradation.module';
import { ZoneModels } from './zone-models';

const bus = busFor({ calls: [describeBoxEmbedders, describeGenerator, describeModels] });

/** Cached model descriptions. */
@Module({
  imports: [DegradationModule],
  providers: [bus, ZoneModels],
  exports: [ZoneModels],
})
export class ZoneModelsModule {}
