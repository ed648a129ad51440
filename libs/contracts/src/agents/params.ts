import { IsOptional, IsString, IsUUID, Matches, MaxLength, MinLength } from 'class-validator';
import { SESSION_NAME_CHARS_MAX } from '../core/identifiers';
import { AgentId, SessionName } from '../validation/ids';

/** Names a workflow in paths. */
export const WORKFLOW_ID = /^[a-zA-Z0-9_-]{1,64}$/;
/** The workflow that every agent has. */
export const DEFAULT_WORKFLOW = 'default';
/** The session that nothing keeps. */
export const EPHEMERAL_SESSION = 'ephemeral';

/** The paths of an operation on a workflow: on the agent itself, which means its workflow `default`, and by id. */
export function workflowPaths(rest: string): readonly [ofAgent: string, ofWorkflow: string] {
  return [`/api/v1/agent/{agent_id}${rest}`, `/api/v1/agent/{agent_id}/workflow/{workflow_id}${rest}`];
}

/** A retrieval agent, named in a path. */
export class AgentTarget {
  /** Id of the agent, UUID with or without hyphens. */
  @AgentId() agent_id!: string;
}

/** A workflow of an agent. */
export class WorkflowTarget extends AgentTarget {
  /** Id of the workflow. */
  @IsString() @Matches(WORKFLOW_ID) workflow_id!: string;
}

/** A workflow of an agent; `default` where the path names none. */
export class OptionalWorkflowTarget extends AgentTarget {
  /** Id of the workflow. */
  @IsOptional() @IsString() @Matches(WORKFLOW_ID) workflow_id?: string;
}

/** A module of a workflow. */
export class ModuleTarget extends OptionalWorkflowTarget {
  /** Id of the module, a UUID. */
  @IsUUID() module_id!: string;
}

/** A session of an agent. */
export class SessionTarget extends AgentTarget {
  /** Id or slug of the session; `ephemeral` for one that nothing keeps. */
  @SessionName() @MinLength(1) @MaxLength(SESSION_NAME_CHARS_MAX) session!: string;
}
