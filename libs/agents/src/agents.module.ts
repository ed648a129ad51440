import { Module } from '@nestjs/common';
import { DriverModule } from './driver/driver.module';
import { InteractionModule } from './interaction/interaction.module';
import { AgentModuleModule } from './module/agent-module.module';
import { PromptModule } from './prompt/prompt.module';
import { AgentSessionModule } from './session/session.module';
import { AgentSchemaModule } from './schema/agent-schema.module';
import { WorkflowModule } from './workflow/workflow.module';

/** Retrieval agents. Needs `BusModule`. */
@Module({
  imports: [
    DriverModule,
    InteractionModule,
    AgentModuleModule,
    AgentSchemaModule,
    AgentSessionModule,
    PromptModule,
    WorkflowModule,
  ],
})
export class AgentsModule {}
