import { agentsKeys } from '@lectern/contracts/agents';
import { KeyRotationModule } from '@lectern/key-rotation';
import { agentsDatabase, agentsSealed } from './agents.database';
import { Module } from '@nestjs/common';
import { AgentA2aModule } from './a2a/a2a.module';
import { AgentCompletionModule } from './completion/agent-completion.module';
import { AgenticModule } from './agentic/agentic.module';
import { AgentPurgeModule } from './agent/agent-purge.module';
import { AgentFileModule } from './file/agent-file.module';
import { DriverModule } from './driver/driver.module';
import { InteractionModule } from './interaction/interaction.module';
import { AgentMcpModule } from './mcp/mcp.module';
import { AgentModuleModule } from './module/agent-module.module';
import { PromptModule } from './prompt/prompt.module';
import { InteractionReplayModule } from './replay/interaction-replay.module';
import { ScheduleModule } from './schedule/schedule.module';
import { AgentSessionModule } from './session/session.module';
import { AgentSchemaModule } from './schema/agent-schema.module';
import { TimelineModule } from './timeline/timeline.module';
import { AgentTransferModule } from './transfer/agent-transfer.module';
import { WorkflowModule } from './workflow/workflow.module';

const keys = KeyRotationModule.forService({
  database: agentsDatabase,
  schema: 'agents',
  sealed: agentsSealed,
  operations: agentsKeys,
});

/** Retrieval agents. Needs `BusModule`. */
@Module({
  imports: [
    keys,
    AgentA2aModule,
    AgentCompletionModule,
    AgenticModule,
    AgentFileModule,
    AgentPurgeModule,
    DriverModule,
    InteractionModule,
    InteractionReplayModule,
    AgentMcpModule,
    AgentModuleModule,
    AgentSchemaModule,
    AgentSessionModule,
    AgentTransferModule,
    PromptModule,
    ScheduleModule,
    TimelineModule,
    WorkflowModule,
  ],
})
export class AgentsModule {}
