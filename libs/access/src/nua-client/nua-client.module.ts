import { rowsOf } from '@lectern/database';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { AccessActModule } from '../act/access-act.module';
import { TokenModule } from '../token/token.module';
import { NuaClientHandlers } from './nua-client.handlers';
import { NuaClientService } from './nua-client.service';
import { NuaClientEntity } from './nua-client.entity';
import { NuaClientEventEntity } from './nua-client-event.entity';
import { NuaClientRepository } from './nua-client.repository';

/** NUA clients and their keys. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, AccessActModule, SecretsModule, TokenModule],
  controllers: [NuaClientHandlers],
  providers: [rowsOf(NuaClientEntity, NuaClientEventEntity), NuaClientRepository, NuaClientService],
  exports: [NuaClientRepository, NuaClientService],
})
export class NuaClientModule {}
