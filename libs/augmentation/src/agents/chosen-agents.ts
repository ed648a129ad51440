import { validate } from '@lectern/contracts/core';
import { AgentParameters, type AgentsFilter } from '@lectern/contracts/understanding';
import type { AgentTaskEntity } from './agent-task.entity';
import { operationType } from './agent-engine';
import { type FilteredField, isGenerated, passesFilter } from './field-filter';

/** A task for new resources, with the operations to run. */
export interface Agent {
  readonly parameters: AgentParameters;
  /** Id of the task. */
  readonly task: string;
  /** Secrets of the task. */
  readonly sealed: string | null;
}

/** Agents of tasks, with the operations that the filters admit; all operations if there are no filters. */
export function chosenAgents(
  tasks: readonly Pick<AgentTaskEntity, 'id' | 'name' | 'parameters' | 'sealed'>[],
  filters: readonly AgentsFilter[] | null | undefined,
): readonly Agent[] {
  return tasks.flatMap(({ id: task, name, parameters: stored, sealed }) => {
    const parameters = validate(AgentParameters, stored);
    const names = [name, parameters.name];
    const operations = parameters.operations.filter((operation) => {
      const type = operationType(operation);
      if (type === undefined) return false;
      return !filters || filters.some((one) => agentKind(one) === type && isNamed(one, names));
    });
    return operations.length > 0 ? [{ parameters: { ...parameters, operations }, task, sealed }] : [];
  });
}

function agentKind({ operation_type: type }: AgentsFilter) {
  return type === 'llama_guard' ? 'llm_guard' : type;
}

function isNamed({ task_names: wanted }: AgentsFilter, names: readonly string[]): boolean {
  return wanted.length === 0 || wanted.some((name) => names.includes(name));
}

/**
 * Whether an agent reads a field.
 *
 * @param passed ids of the tasks whose filter expressions the field passes; unknown for what is no resource of the box:
 *   agents with a filter expression do not read that
 */
export function agentReads({ parameters, task }: Agent, field: FilteredField, passed?: readonly string[]): boolean {
  const { filter, filter_expression_json: expression } = parameters;
  if (!expression) return passesFilter(filter, field);
  const isLeftOut = isGenerated(field) && !filter?.apply_to_agent_generated_fields;
  return !isLeftOut && (passed?.includes(task) ?? false);
}
