import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { KnowledgeBoxRowsModule, knowledgeBoxDatabase } from '@lectern/knowledge-box-rows';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { TokenModule } from '../token/token.module';
import { NuaClientHandlers } from './nua-client.handlers';
import { NuaClientService } from './nua-client.service';

const bus = busFor({ publishes: [accessChanged] });

/** NUA clients and their keys. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule, SecretsModule, TokenModule],
  controllers: [NuaClientHandlers],
  providers: [bus, NuaClientService],
})
export class NuaClientModule {}
