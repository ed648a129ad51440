import { handlersOf } from '@lectern/bus';
import {
  addWorkflow,
  DEFAULT_WORKFLOW,
  deleteWorkflow,
  getRules,
  listWorkflows,
  setRules,
  setWorkflow,
} from '@lectern/contracts/agents';
import type { WorkflowKey } from './workflow.repository';
import { WorkflowService } from './workflow.service';

export const WorkflowHandlers = handlersOf(WorkflowService)
  .answer(listWorkflows, (workflows, { params }) => workflows.list(params.agent_id))
  .answer(addWorkflow, (workflows, { params, body }) => workflows.add(params.agent_id, body))
  .answer(setWorkflow, (workflows, { params, body }) => workflows.set(workflowKeyOf(params), body))
  .answer(deleteWorkflow, (workflows, { params }) => workflows.delete(workflowKeyOf(params)))
  .answer(getRules, (workflows, { params }) => workflows.rules(workflowKeyOf(params)))
  .answer(setRules, (workflows, { params, body }) => workflows.setRules(workflowKeyOf(params), body));

function workflowKeyOf({ agent_id: agent, workflow_id: id = DEFAULT_WORKFLOW }: PathParams): WorkflowKey {
  return { agent, id };
}

interface PathParams {
  readonly agent_id: string;
  readonly workflow_id?: string;
}
