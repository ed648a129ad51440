import { busFor } from '@lectern/bus';
import { findUsagePosition, forgetUsageJournal, recordUsage } from '@lectern/contracts/accounts';
import { noteQuotaUse, readQuota, returnQuota, takeQuota } from '@lectern/contracts/knowledge-box';
import { Module } from '@nestjs/common';
import { KnownLimits } from './known-limits';
import { MeterJournal } from './meter-journal';
import { NotedUses } from './noted-uses';
import { UsageMeter } from './usage-meter';
import { UsageQuota } from './usage-quota';
import { UsageSink } from './usage-sink';

/** Counts what is done for accounts, and holds their monthly limits. Needs `BusModule`. */
@Module({
  providers: [
    busFor({
      calls: [findUsagePosition, forgetUsageJournal, noteQuotaUse, readQuota, recordUsage, returnQuota, takeQuota],
    }),
    KnownLimits,
    MeterJournal,
    NotedUses,
    UsageMeter,
    UsageQuota,
    UsageSink,
  ],
  exports: [UsageMeter, UsageQuota],
})
export class UsageModule {}
