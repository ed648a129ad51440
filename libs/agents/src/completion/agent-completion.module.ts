import { Module } from '@nestjs/common';
import { InteractionModule } from '../interaction/interaction.module';
import { WorkflowModule } from '../workflow/workflow.module';
import { AgentCompletionHandlers } from './agent-completion.handlers';
import { AgentCompletions } from './agent-completion.service';

/** Agents as models of the OpenAI API. */
@Module({
  imports: [InteractionModule, WorkflowModule],
  controllers: [AgentCompletionHandlers],
  providers: [AgentCompletions],
})
export class AgentCompletionModule {}
