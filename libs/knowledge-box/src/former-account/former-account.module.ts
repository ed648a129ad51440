import { NuaClientModule, UserModule } from '@lectern/access';
import { knowledgeBoxDatabase, ResourceStoreModule } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { KnowledgeBoxCatalogModule } from '../knowledge-box/knowledge-box-catalog.module';
import { FormerAccountHandlers } from './former-account.handlers';
import { FormerAccountService } from './former-account.service';

/** Removes what is left of accounts and members that are gone. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxCatalogModule, NuaClientModule, ResourceStoreModule, UserModule],
  controllers: [FormerAccountHandlers],
  providers: [FormerAccountService],
})
export class FormerAccountModule {}
