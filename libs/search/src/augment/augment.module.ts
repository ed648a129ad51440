import { ActivityModule } from '@lectern/activity';
import { busFor } from '@lectern/bus';
import { readMessages } from '@lectern/contracts/knowledge-box';
import { Module } from '@nestjs/common';
import { HydrateModule } from '../hydrate/hydrate.module';
import { QueryModule } from '../query/query.module';
import { ResultsModule } from '../results/results.module';
import { AugmentHandlers } from './augment.handlers';
import { AugmentService } from './augment.service';
import { AugmentedMessages } from './augmented-messages';

const bus = busFor({ calls: [readMessages] });

/** Additional data about results. */
@Module({
  imports: [ActivityModule, HydrateModule, QueryModule, ResultsModule],
  controllers: [AugmentHandlers],
  providers: [bus, AugmentService, AugmentedMessages],
  exports: [AugmentedMessages],
})
export class AugmentModule {}
