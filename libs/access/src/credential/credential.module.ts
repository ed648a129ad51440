import { busFor } from '@lectern/bus';
import { resolveAccount } from '@lectern/contracts/accounts';
import { accessChanged } from '@lectern/contracts/core';
import { AccountBlocks, ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { NuaClientModule } from '../nua-client/nua-client.module';
import { ApiKeyModule } from '../api-key/api-key.module';
import { TokenModule } from '../token/token.module';
import { UserModule } from '../user/user.module';
import { AccessAnswers, AccessHandlers } from './access.handlers';
import { HeldRights } from './held-rights.service';
import { KnowledgeBoxAccessService } from './knowledge-box-access.service';
import { ZoneCredentialService } from './zone-credential.service';

const bus = busFor({ calls: [resolveAccount], publishes: [accessChanged] });

/** Credentials of this zone, and who they are. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, NuaClientModule, ApiKeyModule, TokenModule, UserModule],
  controllers: [AccessAnswers, AccessHandlers],
  providers: [bus, AccountBlocks, HeldRights, KnowledgeBoxAccessService, ZoneCredentialService],
})
export class CredentialModule {}
