import { busFor } from '@lectern/bus';
import {
  appendMessages,
  createResource,
  deleteResource,
  getField,
  getResource,
  listResources,
  modifyResource,
  readResources,
} from '@lectern/contracts/knowledge-box';
import { Module } from '@nestjs/common';
import { AgentDirectoryModule } from '../agent/agent-directory.module';
import { SessionHandlers } from './session.handlers';
import { SessionMemory } from './session-memory';
import { AgentSessionService } from './session.service';

const bus = busFor({
  calls: [
    appendMessages,
    createResource,
    deleteResource,
    getField,
    getResource,
    listResources,
    modifyResource,
    readResources,
  ],
});

/** Sessions: conversations with agents that their memories keep. */
@Module({
  imports: [AgentDirectoryModule],
  controllers: [SessionHandlers],
  providers: [bus, SessionMemory, AgentSessionService],
  exports: [SessionMemory, AgentSessionService],
})
export class AgentSessionModule {}
