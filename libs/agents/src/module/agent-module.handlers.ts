import { type HandlerTable, handlersOf } from '@lectern/bus';
import { DEFAULT_WORKFLOW, type ModuleKind, operationsOfEveryKind } from '@lectern/contracts/agents';
import type { ModuleKey, ModuleListKey } from './agent-module.repository';
import { AgentModuleService } from './agent-module.service';

/** The same five for each kind. */
export const AgentModuleHandlers = operationsOfEveryKind.reduce(
  (table: HandlerTable<AgentModuleService>, { kind, list, add, order, set, delete: remove }) =>
    table
      .answer(list, (modules, { params }) => modules.list(moduleListKeyOf(kind, params)))
      .answer(add, (modules, { params, body }) => modules.add(moduleListKeyOf(kind, params), body))
      .answer(order, (modules, { params, body }) => modules.order(moduleListKeyOf(kind, params), body.ids))
      .answer(set, (modules, { params, body }) => modules.set(moduleKeyOf(kind, params), body))
      .answer(remove, (modules, { params }) => modules.delete(moduleKeyOf(kind, params))),
  handlersOf(AgentModuleService),
);

interface ListParams {
  readonly agent_id: string;
  readonly workflow_id?: string;
}

function moduleListKeyOf(kind: ModuleKind, { agent_id: agent, workflow_id: workflow }: ListParams): ModuleListKey {
  return { agent, workflow: workflow ?? DEFAULT_WORKFLOW, kind };
}

function moduleKeyOf(kind: ModuleKind, params: ListParams & { readonly module_id: string }): ModuleKey {
  return { ...moduleListKeyOf(kind, params), id: params.module_id.toLowerCase() };
}
