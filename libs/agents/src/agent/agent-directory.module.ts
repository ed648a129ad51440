import { busFor } from '@lectern/bus';
import { describeAgent, resolveKnowledgeBoxAccess } from '@lectern/contracts/knowledge-box';
import { Module } from '@nestjs/common';
import { AgentDirectory } from './agent-directory';

/** What agents are. */
@Module({
  providers: [busFor({ calls: [describeAgent, resolveKnowledgeBoxAccess] }), AgentDirectory],
  exports: [AgentDirectory],
})
export class AgentDirectoryModule {}
