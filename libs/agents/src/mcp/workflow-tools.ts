import type { Workflow } from '@lectern/contracts/agents';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';

/** Names of tools that the protocol allows. */
const NAME_CHARS_MAX = 128;
const FORBIDDEN = /[^A-Za-z0-9._-]+/g;

/** A workflow as a tool. */
export interface WorkflowTool {
  readonly workflow: Workflow;
  readonly listed: Tool;
}

/**
 * A tool for each workflow, under the name of the workflow. Other characters than letters, digits, `.`, `_` and `-`
 * become `_`; where two names are then alike, the later one gets the id of its workflow.
 */
export function workflowTools(workflows: readonly Workflow[]): readonly WorkflowTool[] {
  const taken = new Set<string>();
  return workflows.map((workflow) => {
    const { id, name: title, description, parameters, required } = workflow;
    const name = freeName(title, id, taken);
    taken.add(name);
    // Each parameter is an object, as the workflow was checked.
    const properties = parameters as Record<string, object>;
    const listed: Tool = {
      name,
      title,
      description: description === '' ? title : description,
      inputSchema: { type: 'object', properties, required: [...required] },
    };
    return { workflow, listed };
  });
}

function freeName(title: string, id: string, taken: ReadonlySet<string>): string {
  const plain = title.replace(FORBIDDEN, '_').replace(/^_+|_+$/g, '');
  const name = plain.slice(0, NAME_CHARS_MAX);
  if (name !== '' && !taken.has(name)) return name;
  const suffixed = `${plain.slice(0, NAME_CHARS_MAX - id.length - 1)}_${id}`;
  return name === '' && !taken.has(id) ? id : suffixed;
}
