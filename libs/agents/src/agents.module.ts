import { Module } from '@nestjs/common';
import { AgentCompletionModule } from './completion/agent-completion.module';
import { AgenticModule } from './agentic/agentic.module';
import { AgentPurgeModule } from './agent/agent-purge.module';
import { DriverModule } from './driver/driver.module';
import { InteractionModule } from './interaction/interaction.module';
import { AgentMcpModule } from './mcp/mcp.module';
import { AgentModuleModule } from './module/agent-module.module';
import { PromptModule } from './prompt/prompt.module';
import { ScheduleModule } from './schedule/schedule.module';
import { AgentSessionModule } from './session/session.module';
import { AgentSchemaModule } from './schema/agent-schema.module';
import { TimelineModule } from './timeline/timeline.module';
import { WorkflowModule } from './workflow/workflow.module';

/** Retrieval agents. Needs `BusModule`. */
@Module({
  imports: [
    AgentCompletionModule,
    AgenticModule,
    AgentPurgeModule,
    DriverModule,
    InteractionModule,
    AgentMcpModule,
    AgentModuleModule,
    AgentSchemaModule,
    AgentSessionModule,
    PromptModule,
    ScheduleModule,
    TimelineModule,
    WorkflowModule,
  ],
})
export class AgentsModule {}
