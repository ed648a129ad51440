import { rowsOf } from '@lectern/database';
import { busFor } from '@lectern/bus';
import { readUserNames, resolveUser } from '@lectern/contracts/accounts';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { AccessActModule } from '../act/access-act.module';
import { KnowledgeBoxUserHandlers } from './knowledge-box-user.handlers';
import { KnowledgeBoxUserService } from './knowledge-box-user.service';
import { UserAccess } from './user-access';
import { KnowledgeBoxUserEntity } from './knowledge-box-user.entity';
import { KnowledgeBoxUserRepository } from './knowledge-box-user.repository';

const bus = busFor({ calls: [readUserNames, resolveUser] });

/** Users of knowledge boxes. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, AccessActModule],
  controllers: [KnowledgeBoxUserHandlers],
  providers: [rowsOf(KnowledgeBoxUserEntity), KnowledgeBoxUserRepository, bus, KnowledgeBoxUserService, UserAccess],
  exports: [KnowledgeBoxUserRepository, KnowledgeBoxUserService, UserAccess],
})
export class UserModule {}
