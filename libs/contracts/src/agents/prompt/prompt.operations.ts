import { IsString, Matches } from 'class-validator';
import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { AgentTarget } from '../params';
import { AGENT_DEADLINE_MS, configuresAgent, failsOfAdding } from '../policies';
import { AddedId } from '../workflow/workflow.dto';
import { AgentPrompt, AgentPrompts, NewPrompt, PROMPT_ID, PromptSettings } from './prompt.dto';

/** A prompt of an agent. */
export class PromptTarget extends AgentTarget {
  /** Id of the prompt. */
  @IsString() @Matches(PROMPT_ID) prompt_id!: string;
}

const all = { path: '/api/v1/agent/{agent_id}/prompts', host: 'zone', success: 200 } as const;
const one = { path: '/api/v1/agent/{agent_id}/prompt/{prompt_id}', host: 'zone', success: 200 } as const;
const unknown = { not_found: 'The agent has no such prompt.' };

/** All workflows of the agent share them. MCP clients of the agent list the same. */
export const listPrompts = operation({
  name: 'agents.prompt.list',
  summary: 'List the prompts of an agent',
  http: { ...all, method: 'GET', member: 'prompts' },
  policy: configuresAgent,
  params: AgentTarget,
  answer: AgentPrompts,
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Clients over MCP see it as a prompt of the agent. An agent has at most 100 prompts. */
export const addPrompt = operation({
  name: 'agents.prompt.add',
  summary: 'Add a prompt to an agent',
  http: { ...all, method: 'POST' },
  policy: configuresAgent,
  params: AgentTarget,
  body: NewPrompt,
  answer: AddedId,
  fails: { ...failsOfAdding, conflict: 'The agent has a prompt with this id.' },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** The prompt with its template, as it is stored. */
export const getPrompt = operation({
  name: 'agents.prompt.get',
  summary: 'Get a prompt',
  http: { ...one, method: 'GET' },
  policy: configuresAgent,
  params: PromptTarget,
  answer: AgentPrompt,
  fails: unknown,
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Members that are given replace those of the prompt, whole; others stay. Its id stays. */
export const patchPrompt = operation({
  name: 'agents.prompt.patch',
  summary: 'Change a prompt',
  http: { ...one, method: 'PATCH', reply: 'null' },
  policy: configuresAgent,
  params: PromptTarget,
  body: PromptSettings,
  fails: { ...failsWithoutRoom, ...unknown },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Clients over MCP no longer see it. */
export const deletePrompt = operation({
  name: 'agents.prompt.delete',
  summary: 'Delete a prompt',
  http: { ...one, method: 'DELETE', reply: 'null' },
  policy: configuresAgent,
  params: PromptTarget,
  fails: { ...failsWithoutRoom, ...unknown },
  deadlineMs: AGENT_DEADLINE_MS,
});
