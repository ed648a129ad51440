import { rowsOf } from '@lectern/database';
import { busFor } from '@lectern/bus';
import {
  clearAugmentations,
  listAugmentedResources,
  listChanges,
  putAugmentations,
  readAugmentableFields,
} from '@lectern/contracts/knowledge-box';
import { UnderstandingModule, understandingDatabase } from '@lectern/understanding';
import { Module } from '@nestjs/common';
import { AgentTaskRepository } from './agents/agent-task.repository';
import { AgentBoxes } from './agents/agent-boxes';
import { AgentEngine } from './agents/agent-engine';
import { AgentJob } from './agents/agent-job';
import { AgentNudges } from './agents/agent-nudges.listener';
import { AgentTaskHandlers } from './agents/agent-task.handlers';
import { AgentTaskRows } from './agents/agent-task-rows';
import { AgentTaskService } from './agents/agent-task.service';
import { AgentWorkTask } from './agents/agent-work.task';
import { BoxPurgeHandlers } from './agents/box-purge.handlers';
import { ResourceAugmentation } from './agents/resource-augmentation';
import { RunAgentsHandlers } from './agents/run-agents.handlers';
import { RunAgentsService } from './agents/run-agents.service';
import { QueryAgents } from './agents/query-agents';
import { UsageModule } from '@lectern/usage';
import { QueryPreparation } from './query/query-preparation';
import { QueryHandlers } from './query/query.handlers';
import { AgentTaskEntity } from './agents/agent-task.entity';

const bus = busFor({
  calls: [clearAugmentations, listAugmentedResources, listChanges, putAugmentations, readAugmentableFields],
});

/** Data-augmentation agents: their tasks, their findings in resources and pushed texts, and names in queries. */
@Module({
  imports: [UsageModule, understandingDatabase, UnderstandingModule],
  controllers: [AgentNudges, AgentTaskHandlers, BoxPurgeHandlers, RunAgentsHandlers, QueryHandlers],
  providers: [
    rowsOf(AgentTaskEntity),
    bus,
    AgentBoxes,
    AgentEngine,
    AgentJob,
    AgentTaskRepository,
    AgentTaskRows,
    AgentTaskService,
    AgentWorkTask,
    ResourceAugmentation,
    RunAgentsService,
    QueryAgents,
    QueryPreparation,
  ],
  exports: [AgentEngine, AgentTaskRows],
})
export class AugmentationModule {}
