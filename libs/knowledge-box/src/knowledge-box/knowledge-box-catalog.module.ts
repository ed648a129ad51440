import { Module } from '@nestjs/common';
import { KnowledgeBoxUserRepository } from '../access/knowledge-box-user.repository';
import { UserAccess } from '../access/user-access';
import { knowledgeBoxDatabase } from '../knowledge-box.database';
import { KnowledgeBoxReader } from './knowledge-box-reader';
import { KnowledgeBoxWriter } from './knowledge-box-writer';
import { KnowledgeBoxHandlers } from './knowledge-box.handlers';
import { KnowledgeBoxRepository } from './knowledge-box.repository';

/** Knowledge boxes themselves, without what is in them. Needs `BusModule`. */
@Module({
  imports: [knowledgeBoxDatabase],
  controllers: [KnowledgeBoxHandlers],
  providers: [KnowledgeBoxRepository, KnowledgeBoxUserRepository, UserAccess, KnowledgeBoxReader, KnowledgeBoxWriter],
  exports: [KnowledgeBoxRepository, KnowledgeBoxUserRepository, UserAccess],
})
export class KnowledgeBoxCatalogModule {}
