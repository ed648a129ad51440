import { busFor } from '@lectern/bus';
import { resolveAccount } from '@lectern/contracts/accounts';
import { AccountBlocks, knowledgeBoxDatabase, ResourceStoreModule } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { NuaClientModule } from '../nua-client/nua-client.module';
import { AccountQuotaHandlers } from './account-quota.handlers';
import { AccountQuotaService } from './account-quota.service';

/** What accounts may use in a month, and what they used. */
@Module({
  imports: [knowledgeBoxDatabase, NuaClientModule, ResourceStoreModule],
  controllers: [AccountQuotaHandlers],
  providers: [busFor({ calls: [resolveAccount] }), AccountBlocks, AccountQuotaService],
})
export class AccountQuotaModule {}
