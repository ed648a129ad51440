import { busFor } from '@lectern/bus';
import { readHeldRight, resolveKnowledgeBoxAccess } from '@lectern/contracts/knowledge-box';
import { rowsOf } from '@lectern/database';
import { EgressModule } from '@lectern/egress';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { AgentDirectoryModule } from '../agent/agent-directory.module';
import { agentsDatabase } from '../agents.database';
import { InteractionModule } from '../interaction/interaction.module';
import { WorkflowModule } from '../workflow/workflow.module';
import { SchedulePlans } from './schedule-plans';
import { ScheduleRights } from './schedule-rights';
import { ScheduleRuns } from './schedule-run.task';
import { ScheduleSecrets } from './schedule-secrets';
import { ScheduleWebhooks } from './schedule-webhook.task';
import { ScheduleEntity } from './schedule.entity';
import { ScheduleHandlers } from './schedule.handlers';
import { ScheduleRepository } from './schedule.repository';
import { ScheduleService } from './schedule.service';

/** Agents that are asked at times. */
@Module({
  imports: [agentsDatabase, AgentDirectoryModule, EgressModule, InteractionModule, SecretsModule, WorkflowModule],
  controllers: [ScheduleHandlers],
  providers: [
    rowsOf(ScheduleEntity),
    busFor({ calls: [readHeldRight, resolveKnowledgeBoxAccess] }),
    SchedulePlans,
    ScheduleRepository,
    ScheduleRights,
    ScheduleRuns,
    ScheduleSecrets,
    ScheduleService,
    ScheduleWebhooks,
  ],
})
export class ScheduleModule {}
