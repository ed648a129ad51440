import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { TokenModule } from '../token/token.module';
import { NuaClientHandlers } from './nua-client.handlers';
import { NuaClientService } from './nua-client.service';

const bus = busFor({ publishes: [accessChanged] });

/** NUA clients and their keys. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, SecretsModule, TokenModule],
  controllers: [NuaClientHandlers],
  providers: [bus, NuaClientService],
})
export class NuaClientModule {}
