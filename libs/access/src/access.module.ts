import { AccountQuotaModule } from './account-quota/account-quota.module';
import { CredentialModule } from './credential/credential.module';
import { InvitationModule } from './invitation/invitation.module';
import { NuaClientModule } from './nua-client/nua-client.module';
import { PermissionModule } from './permission/permission.module';
import { ServiceAccountModule } from './service-account/service-account.module';
import { TokenModule } from './token/token.module';
import { UserModule } from './user/user.module';
import { knowledgeBoxKeys } from '@lectern/contracts/knowledge-box';
import { KeyRotationModule } from '@lectern/key-rotation';
import { knowledgeBoxDatabase, knowledgeBoxSealed } from '@lectern/resource-store';
import { Module } from '@nestjs/common';

const keys = KeyRotationModule.forService({
  database: knowledgeBoxDatabase,
  schema: 'knowledge_box',
  sealed: knowledgeBoxSealed,
  operations: knowledgeBoxKeys,
});

/** Who may use the knowledge boxes of this zone: keys, tokens, users. Needs `BusModule`. */
@Module({
  imports: [
    keys,
    AccountQuotaModule,
    CredentialModule,
    InvitationModule,
    NuaClientModule,
    PermissionModule,
    ServiceAccountModule,
    TokenModule,
    UserModule,
  ],
})
export class AccessModule {}
