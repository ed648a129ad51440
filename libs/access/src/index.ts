export { AccessModule } from './access.module';
export { ServiceAccountRepository } from './api-key/service-account.repository';
export { recordUseOfNuaKey } from './nua-client/nua-client-events';
export { KnowledgeBoxUserRepository } from './user/knowledge-box-user.repository';
export { userOf } from './user/known-user';
export { ApiKeyModule } from './api-key/api-key.module';
export { NuaClientModule } from './nua-client/nua-client.module';
export { UserModule } from './user/user.module';
