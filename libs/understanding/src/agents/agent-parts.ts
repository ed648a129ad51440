import { AgentTaskRepository } from '@lectern/understanding-rows';
import { AgentBoxes } from './agent-boxes';
import { AgentEngine } from './agent-engine';
import { AgentJob } from './agent-job';
import { AgentTaskHandlers } from './agent-task.handlers';
import { AgentNudges } from './agent-nudges.listener';
import { AgentTaskRows } from './agent-task-rows';
import { AgentTaskService } from './agent-task.service';
import { AgentWorkTask } from './agent-work.task';
import { BoxPurgeHandlers } from './box-purge.handlers';
import { ResourceAugmentation } from './resource-augmentation';
import { RunAgentsHandlers } from './run-agents.handlers';
import { RunAgentsService } from './run-agents.service';

/** Data-augmentation agents and their tasks. */
export const agentParts = {
  controllers: [AgentNudges, AgentTaskHandlers, BoxPurgeHandlers, RunAgentsHandlers],
  providers: [
    AgentBoxes,
    AgentEngine,
    AgentJob,
    AgentTaskRepository,
    AgentTaskRows,
    AgentTaskService,
    AgentWorkTask,
    ResourceAugmentation,
    RunAgentsService,
  ],
};
