import { BlobStoreModule } from '@lectern/blob-store';
import { rowsOf } from '@lectern/database';
import { busFor } from '@lectern/bus';
import {
  addVectorset,
  alignNames,
  clearAugmentations,
  createResource,
  deleteResource,
  deleteVectorset,
  getKvSchema,
  listAlignableNames,
  listVectorsets,
  promoteVectorset,
  readMessages,
  readResources,
  setVectorsetFilling,
  listAugmentedResources,
  listChanges,
  putAugmentations,
  readAugmentableFields,
} from '@lectern/contracts/knowledge-box';
import { compileFilter } from '@lectern/contracts/search';
import { EgressModule } from '@lectern/egress';
import { SecretsModule } from '@lectern/secrets';
import { UnderstandingModule, understandingDatabase } from '@lectern/understanding';
import { Module } from '@nestjs/common';
import { AgentTaskRepository } from './agents/agent-task.repository';
import { AgentPictures } from './agents/agent-pictures';
import { AgentBoxes } from './agents/agent-boxes';
import { AgentEngine } from './agents/agent-engine';
import { AlignTask } from './agents/align-task';
import { BoxModels } from './agents/box-models';
import { DemoTask } from './agents/demo-task';
import { MigrationPayers } from './agents/migration-payers';
import { MigrateTask } from './agents/migrate-task';
import { DummyTask, EnvironmentTask } from './agents/service-tasks';
import { SpecialTasks } from './agents/special-tasks';
import { AgentTriggers } from './agents/agent-triggers';
import { AgentTriggerTask } from './agents/agent-trigger.task';
import { TaskSecrets } from './agents/task-secrets';
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
import { UsageModule } from '@lectern/usage';
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
  calls: [
    clearAugmentations,
    addVectorset,
    alignNames,
    compileFilter,
    createResource,
    deleteResource,
    deleteVectorset,
    getKvSchema,
    listAlignableNames,
    listVectorsets,
    promoteVectorset,
    readMessages,
    readResources,
    setVectorsetFilling,
    listAugmentedResources,
    listChanges,
    putAugmentations,
    readAugmentableFields,
  ],
});

/** Data-augmentation agents: their tasks, their findings in resources and pushed texts, and names in queries. */
@Module({
  imports: [understandingDatabase, BlobStoreModule, EgressModule, SecretsModule, UnderstandingModule, UsageModule],
  controllers: [AgentNudges, AgentTaskHandlers, BoxPurgeHandlers, RunAgentsHandlers, QueryHandlers, TaskAssetHandlers],
  providers: [
    rowsOf(AgentTaskEntity, TaskAssetEntity),
    bus,
    AgentBoxes,
    AlignTask,
    BoxModels,
    DemoTask,
    DummyTask,
    EnvironmentTask,
    MigrateTask,
    MigrationPayers,
    SpecialTasks,
    AgentEngine,
    AgentJob,
    AgentPictures,
    AgentTaskRepository,
    AgentTaskRows,
    AgentTaskService,
    AgentTriggers,
    AgentTriggerTask,
    AgentWorkTask,
    ResourceAugmentation,
    TaskSecrets,
    RunAgentsService,
    QueryAgents,
    QueryPreparation,
    AssetAddresses,
    TaskAssetRepository,
    TaskAssetService,
    TaskReportTask,
  ],
  exports: [AgentEngine, AgentTaskRows, TaskSecrets],
})
export class AugmentationModule {}
