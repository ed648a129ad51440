import { Module } from '@nestjs/common';
import { DriverModule } from './driver/driver.module';
import { InteractionModule } from './interaction/interaction.module';
import { AgentModuleModule } from './module/agent-module.module';
import { AgentSessionModule } from './session/session.module';
import { TimelineModule } from './timeline/timeline.module';
import { WorkflowModule } from './workflow/workflow.module';

/** Retrieval agents. Needs `BusModule`. */
@Module({
  imports: [DriverModule, InteractionModule, AgentModuleModule, AgentSessionModule, TimelineModule, WorkflowModule],
})
export class AgentsModule {}
