import { BlobStoreModule } from '@lectern/blob-store';
import { rowsOf } from '@lectern/database';
import { busFor } from '@lectern/bus';
import {
  clearAugmentations,
  listAugmentedResources,
  listChanges,
  putAugmentations,
  readAugmentableFields,
} from '@lectern/contracts/knowledge-box';
import { SecretsModule } from '@lectern/secrets';
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
import { BoxPurgeHandlers } from './purge/box-purge.handlers';
import { ResourceAugmentation } from './agents/resource-augmentation';
import { RunAgentsHandlers } from './agents/run-agents.handlers';
import { RunAgentsService } from './agents/run-agents.service';
import { QueryAgents } from './agents/query-agents';
import { QueryPreparation } from './query/query-preparation';
import { QueryHandlers } from './query/query.handlers';
import { AgentTaskEntity } from './agents/agent-task.entity';
import { AssetAddresses } from './report/asset-addresses';
import { TaskAssetEntity } from './report/task-asset.entity';
import { TaskAssetHandlers } from './report/task-asset.handlers';
import { TaskAssetRepository } from './report/task-asset.repository';
import { TaskAssetService } from './report/task-asset.service';
import { TaskReportTask } from './report/task-report.task';

const bus = busFor({
  calls: [clearAugmentations, listAugmentedResources, listChanges, putAugmentations, readAugmentableFields],
});

/** Data-augmentation agents: their tasks, their findings in resources and pushed texts, and names in queries. */
@Module({
  imports: [understandingDatabase, BlobStoreModule, SecretsModule, UnderstandingModule],
  controllers: [AgentNudges, AgentTaskHandlers, BoxPurgeHandlers, RunAgentsHandlers, QueryHandlers, TaskAssetHandlers],
  providers: [
    rowsOf(AgentTaskEntity, TaskAssetEntity),
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
    AssetAddresses,
    TaskAssetRepository,
    TaskAssetService,
    TaskReportTask,
  ],
  exports: [AgentEngine, AgentTaskRows],
})
export class AugmentationModule {}
