import { AppError, validate } from '@lectern/contracts/core';
import { AgentParameters, type AgentTaskName } from '@lectern/contracts/understanding';
import type { AgentTaskEntity } from './agent-task.entity';
import { agentTaskName, isDone } from './agent-task-record';
import { writerOf } from './agent-writer';
import { TABLES_DESTINATION } from './extract-agent';
import { kvSchemaOf } from './key-value-answer';

/** Tasks that must not run at the same time. @throws AppError `invalid_request` */
export function checkOthers(name: AgentTaskName, parameters: object, present: readonly AgentTaskEntity[]): void {
  if (writing.includes(name)) checkDestinations(validate(AgentParameters, parameters), present);
  if (name !== 'semantic-model-migrator') return;
  if (present.some((task) => task.name === name && !isDone(task)))
    throw new AppError('invalid_request', 'A migration of this knowledge box is already running');
}

/** Second parts of the ids of fields that operations write. */
function destinationsOf({ operations }: AgentParameters): readonly string[] {
  return operations.flatMap(({ ask, memory, extract }) => {
    if (ask?.store_as_key_value) return `key value ${kvSchemaOf(ask)}`;
    if (extract) return TABLES_DESTINATION;
    return ask?.destination ?? (memory ? `facts-${memory.ident}` : []);
  });
}

/** Names of tasks that make fields. */
const writing: readonly string[] = ['ask', 'extract', 'memory'];

/** @throws AppError `invalid_request` */
function checkDestinations(parameters: AgentParameters, present: readonly AgentTaskEntity[]): void {
  const asked = destinationsOf(parameters);
  const isWriting = (task: AgentTaskEntity) => writing.includes(task.name) && !isDone(task);
  const open = present.filter((task) => isWriting(task) && task.cleanupOf === null);
  const taken = open.flatMap((task) => destinationsOf(validate(AgentParameters, task.parameters)));
  const twice = asked.find((one, i) => taken.includes(one) || asked.indexOf(one) !== i);
  if (twice !== undefined)
    throw new AppError('invalid_request', `An operation with destination ${twice} is already running`);
}

/** The parts of a task for existing and for new resources write the same fields. @throws AppError `invalid_request` */
export function checkOwnDestinations(task: AgentTaskEntity, present: readonly AgentTaskEntity[]): void {
  const others = present.filter((other) => writerOf(other) !== writerOf(task));
  if (task.cleanupOf === null) checkOthers(agentTaskName(task), task.parameters, others);
}
