import { busFor } from '@lectern/bus';
import { readUserNames, resolveUser } from '@lectern/contracts/accounts';
import { accessChanged } from '@lectern/contracts/core';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { KnowledgeBoxUserHandlers } from './knowledge-box-user.handlers';
import { KnowledgeBoxUserService } from './knowledge-box-user.service';
import { UserAccess } from './user-access';

const bus = busFor({ calls: [readUserNames, resolveUser], publishes: [accessChanged] });

/** Users of knowledge boxes. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule],
  controllers: [KnowledgeBoxUserHandlers],
  providers: [bus, KnowledgeBoxUserService, UserAccess],
  exports: [KnowledgeBoxUserService, UserAccess],
})
export class UserModule {}
