import type { AgentPrompt, ModuleKind, Workflow, WorkflowRules } from '@lectern/contracts/agents';

/** Version of the format. */
export const DOCUMENT_VERSION = '1';

/** A driver with its secrets. */
export interface DocumentDriver {
  readonly identifier: string;
  readonly name: string;
  readonly provider: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** A workflow with its rules and modules, as a file has it. Drivers belong to the agent: `default` has all of them. */
export interface DocumentConfiguration extends Readonly<Record<ModuleKind, readonly object[]>> {
  readonly drivers: readonly DocumentDriver[];
  readonly rules: WorkflowRules;
  /** Where sessions are kept is not part of a file. */
  readonly memory: { readonly kbdb: null };
  readonly workflow: Workflow;
}

/** What an encrypted file has. */
export interface AgentDocument {
  readonly version: string;
  /** UTC with offset. */
  readonly timestamp: string;
  /** The workflow `default`. */
  readonly agent_config: DocumentConfiguration | null;
  /** The others by id. */
  readonly agent_config_workflows: Readonly<Record<string, DocumentConfiguration>>;
  readonly prompts: readonly AgentPrompt[];
}
