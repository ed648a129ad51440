import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { scheduledTask } from '../../core/task';
import { AgentTarget, OptionalWorkflowTarget, workflowPaths, WorkflowTarget } from '../params';
import { AGENT_DEADLINE_MS, configuresAgent, failsOfAdding, failsOfWorkflow } from '../policies';
import { AddedId, NewWorkflow, WorkflowRules, Workflows, WorkflowSettings } from './workflow.dto';

const all = { path: '/api/v1/agent/{agent_id}/workflows', host: 'zone', success: 200 } as const;
const one = { path: '/api/v1/agent/{agent_id}/workflow/{workflow_id}', host: 'zone', success: 200 } as const;
const rules = { path: workflowPaths('/rules'), host: 'zone', success: 200 } as const;

/** Every agent has the workflow `default`. Anyone with a role on the agent may list them. */
export const listWorkflows = operation({
  name: 'agents.workflow.list',
  summary: 'List the workflows of an agent',
  http: { ...all, method: 'GET', member: 'workflows' },
  policy: { ...configuresAgent, role: 'any' },
  params: AgentTarget,
  answer: Workflows,
  deadlineMs: AGENT_DEADLINE_MS,
});

/** It begins without modules. An agent has at most 100 workflows. */
export const addWorkflow = operation({
  name: 'agents.workflow.add',
  summary: 'Add a workflow to an agent',
  http: { ...all, method: 'POST' },
  policy: configuresAgent,
  params: AgentTarget,
  body: NewWorkflow,
  answer: AddedId,
  fails: { ...failsOfAdding, conflict: 'The agent has a workflow with this id.' },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Members that are given replace those of the workflow, whole; others stay. */
export const setWorkflow = operation({
  name: 'agents.workflow.set',
  summary: 'Change a workflow',
  http: { ...one, method: 'PATCH', reply: 'null' },
  policy: configuresAgent,
  params: WorkflowTarget,
  body: WorkflowSettings,
  fails: { ...failsWithoutRoom, ...failsOfWorkflow },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** It is gone at once; running interactions end as they began. It is removed for good after 15 days. */
export const deleteWorkflow = operation({
  name: 'agents.workflow.delete',
  summary: 'Delete a workflow',
  http: { ...one, method: 'DELETE', reply: 'null' },
  policy: configuresAgent,
  params: WorkflowTarget,
  fails: { ...failsWithoutRoom, ...failsOfWorkflow, conflict: 'The workflow `default` stays.' },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Removes workflows for good that were deleted 15 days ago, with their modules. */
export const removeDeletedWorkflows = scheduledTask(
  'removeDeletedWorkflows',
  { intervalMs: 60 * 60_000 },
  { worksWithoutRoom: true },
);

/** In the order and form in which they were set. */
export const getRules = operation({
  name: 'agents.rules.get',
  summary: 'Get the rules of a workflow',
  http: { ...rules, method: 'GET' },
  policy: configuresAgent,
  params: OptionalWorkflowTarget,
  answer: WorkflowRules,
  fails: failsOfWorkflow,
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Replaces all rules. Each is part of every prompt of the workflow's models. */
export const setRules = operation({
  name: 'agents.rules.set',
  summary: 'Set the rules of a workflow',
  http: { ...rules, method: 'POST', reply: 'null' },
  policy: configuresAgent,
  params: OptionalWorkflowTarget,
  body: WorkflowRules,
  fails: { ...failsWithoutRoom, ...failsOfWorkflow },
  deadlineMs: AGENT_DEADLINE_MS,
});
