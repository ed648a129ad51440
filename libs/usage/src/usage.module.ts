import { busFor } from '@lectern/bus';
import { findUsagePosition, forgetUsageJournal, recordUsage } from '@lectern/contracts/accounts';
import { Module } from '@nestjs/common';
import { MeterJournal } from './meter-journal';
import { UsageMeter } from './usage-meter';
import { UsageSink } from './usage-sink';

/** Counts what is done for accounts. Needs `BusModule`. */
@Module({
  providers: [
    busFor({ calls: [findUsagePosition, forgetUsageJournal, recordUsage] }),
    MeterJournal,
    UsageMeter,
    UsageSink,
  ],
  exports: [UsageMeter],
})
export class UsageModule {}
