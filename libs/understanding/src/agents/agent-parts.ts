import { AgentTaskRepository } from '@lectern/understanding-rows';
import { AgentBoxes } from './agent-boxes';
import { AgentEngine } from './agent-engine';
import { AgentJob } from './agent-job';
import { AgentTaskHandlers } from './agent-task.handlers';
import { AgentTaskRows } from './agent-task-rows';
import { AgentTaskService } from './agent-task.service';
import { AgentWorker } from './agent-worker';
import { BoxPurgeHandlers } from './box-purge.handlers';
import { ResourceAugmentation } from './resource-augmentation';
import { RunAgentsHandlers } from './run-agents.handlers';
import { RunAgentsService } from './run-agents.service';

/** Data-augmentation agents and their tasks. */
export const agentParts = {
  controllers: [AgentTaskHandlers, AgentWorker, BoxPurgeHandlers, RunAgentsHandlers],
  providers: [
    AgentBoxes,
    AgentEngine,
    AgentJob,
    AgentTaskRepository,
    AgentTaskRows,
    AgentTaskService,
    ResourceAugmentation,
    RunAgentsService,
  ],
};
