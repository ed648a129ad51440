import { NuaClientModule, UserModule } from '@lectern/access';
import { busFor } from '@lectern/bus';
import { purgeAccountRows } from '@lectern/contracts/understanding';
import { knowledgeBoxDatabase, ResourceStoreModule } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { KnowledgeBoxCatalogModule } from '../knowledge-box/knowledge-box-catalog.module';
import { FormerAccountHandlers } from './former-account.handlers';
import { FormerAccountRows } from './former-account-rows';
import { FormerAccountService } from './former-account.service';

/** Removes what is left of accounts and members that are gone. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxCatalogModule, NuaClientModule, ResourceStoreModule, UserModule],
  controllers: [FormerAccountHandlers],
  providers: [busFor({ calls: [purgeAccountRows] }), FormerAccountRows, FormerAccountService],
})
export class FormerAccountModule {}
