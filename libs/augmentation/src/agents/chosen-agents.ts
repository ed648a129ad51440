import { validate } from '@lectern/contracts/core';
import { AgentParameters, type AgentsFilter } from '@lectern/contracts/understanding';
import type { AgentTaskEntity } from './agent-task.entity';
import { operationType } from './agent-engine';

/** A task for new resources, with the operations to run. */
export interface Agent {
  readonly parameters: AgentParameters;
}

/** Agents of tasks, with the operations that the filters admit; all operations if there are no filters. */
export function chosenAgents(
  tasks: readonly Pick<AgentTaskEntity, 'name' | 'parameters'>[],
  filters: readonly AgentsFilter[] | null | undefined,
): readonly Agent[] {
  return tasks.flatMap(({ name, parameters: stored }) => {
    const parameters = validate(AgentParameters, stored);
    const names = [name, parameters.name];
    const operations = parameters.operations.filter((operation) => {
      const type = operationType(operation);
      if (type === undefined) return false;
      return !filters || filters.some((one) => agentKind(one) === type && isNamed(one, names));
    });
    return operations.length > 0 ? [{ parameters: { ...parameters, operations } }] : [];
  });
}

function agentKind({ operation_type: type }: AgentsFilter) {
  return type === 'llama_guard' ? 'llm_guard' : type;
}

function isNamed({ task_names: wanted }: AgentsFilter, names: readonly string[]): boolean {
  return wanted.length === 0 || wanted.some((name) => names.includes(name));
}
