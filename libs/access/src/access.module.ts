import { busFor } from '@lectern/bus';
import { joinAccount, readUserNames, resolveAccount, resolveUser } from '@lectern/contracts/accounts';
import { accessChanged } from '@lectern/contracts/core';
import { knowledgeBoxDatabase, KnowledgeBoxRowsModule } from '@lectern/knowledge-box-rows';
import { SecretsModule } from '@lectern/secrets';
import { Module, type Provider, type Type } from '@nestjs/common';
import { credentialParts } from './credential/credential-parts';
import { invitationParts } from './invitation/invitation-parts';
import { nuaClientParts } from './nua-client/nua-client-parts';
import { permissionParts } from './permission/permission-parts';
import { serviceAccountParts } from './service-account/service-account-parts';
import { tokenParts } from './token/token-parts';
import { userParts } from './user/user-parts';

const bus = busFor({
  calls: [joinAccount, readUserNames, resolveAccount, resolveUser],
  publishes: [accessChanged],
});
const folders = [
  serviceAccountParts,
  tokenParts,
  nuaClientParts,
  userParts,
  credentialParts,
  permissionParts,
  invitationParts,
];

/** Who may use the knowledge boxes of this zone: keys, tokens, users. Needs `BusModule`. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule, SecretsModule],
  controllers: folders.flatMap<Type>(({ controllers }) => controllers),
  providers: [bus, ...folders.flatMap<Provider>(({ providers }) => providers)],
})
export class AccessModule {}
