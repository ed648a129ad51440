import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { UsageJournalEntity, UsageSumEntity, UsageTokensEntity } from './usage.entity';
import { UsageHandlers } from './usage.handlers';
import { UsageRepository } from './usage.repository';
import { UsageService } from './usage.service';

/** Usage of accounts. */
@Module({
  imports: [accountsDatabase],
  controllers: [UsageHandlers],
  providers: [rowsOf(UsageJournalEntity, UsageSumEntity, UsageTokensEntity), UsageRepository, UsageService],
})
export class AccountUsageModule {}
