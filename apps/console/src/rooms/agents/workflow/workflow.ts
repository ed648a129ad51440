import {
  addWorkflow,
  contextOperations,
  deleteWorkflow,
  generationOperations,
  getAgentSchema,
  listDrivers,
  listWorkflows,
  type ModuleKind,
  type OperationsOfKind,
  postprocessOperations,
  preprocessOperations,
  setWorkflow,
  type Workflow,
} from '@lectern/contracts/agents';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../../api/client';
import { queries } from '../../../api/queries';
import type { EditedModule } from './module-tree';

/** The lanes of a workflow, in the order in which they run. */
export const lanes: readonly ModuleKind[] = ['preprocess', 'context', 'generation', 'postprocess'];

const operationsOf: Readonly<Record<ModuleKind, OperationsOfKind>> = {
  preprocess: preprocessOperations,
  context: contextOperations,
  generation: generationOperations,
  postprocess: postprocessOperations,
};

const FOREVER_MS = Infinity;

/** What modules and drivers can be; it changes with the version of the server only. */
export const schemaQuery = (agent_id: string) =>
  queryOptions({
    // The same for all agents.
    queryKey: ['agent-schema'],
    queryFn: ({ signal }) => api.call(getAgentSchema, { params: { agent_id }, signal }),
    staleTime: FOREVER_MS,
  });

export const workflowsQuery = (agent_id: string) =>
  queryOptions({
    queryKey: ['agent', agent_id, 'workflows'],
    queryFn: async ({ signal }) => (await api.call(listWorkflows, { params: { agent_id }, signal })).workflows,
  });

export const driversQuery = (agent_id: string) =>
  queryOptions({
    queryKey: ['agent', agent_id, 'drivers'],
    queryFn: async ({ signal }) =>
      (await api.call(listDrivers, { params: { agent_id }, signal })).drivers.map(({ config }) => config),
  });

/** Names a lane of a workflow. */
export interface LaneKey {
  readonly agent: string;
  readonly workflow: string;
  readonly kind: ModuleKind;
}

export const laneQuery = ({ agent, workflow, kind }: LaneKey) =>
  queryOptions({
    queryKey: ['agent', agent, 'workflow', workflow, kind],
    queryFn: async ({ signal }) =>
      (await api.call(operationsOf[kind].list, { params: { agent_id: agent, workflow_id: workflow }, signal })).modules,
  });

/** A change of a lane. */
export type LaneChange =
  | { readonly what: 'add'; readonly module: EditedModule }
  | { readonly what: 'set'; readonly id: string; readonly module: EditedModule }
  | { readonly what: 'delete'; readonly id: string }
  | { readonly what: 'order'; readonly ids: readonly string[] };

async function change({ agent, workflow, kind }: LaneKey, asked: LaneChange): Promise<void> {
  const params = { agent_id: agent, workflow_id: workflow };
  const { add, set, delete: remove, order } = operationsOf[kind];
  switch (asked.what) {
    case 'add':
      await api.call(add, { params, body: asked.module });
      break;
    case 'set':
      await api.call(set, { params: { ...params, module_id: asked.id }, body: asked.module });
      break;
    case 'delete':
      await api.call(remove, { params: { ...params, module_id: asked.id } });
      break;
    case 'order':
      await api.call(order, { params, body: { ids: [...asked.ids] } });
  }
}

export function useChangeLane(key: LaneKey) {
  return useMutation({
    mutationFn: (asked: LaneChange) => change(key, asked),
    // Also after a refusal: somebody else may have changed the lane.
    onSettled: () => queries.invalidateQueries({ queryKey: laneQuery(key).queryKey }),
  });
}

/** What a form of a workflow holds. */
export type WorkflowForm = Pick<Workflow, 'name' | 'description' | 'required'> & {
  readonly rules: readonly string[];
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** Adds a workflow where there is no id, and returns its id. */
export function useSaveWorkflow(agent: string, id: string | undefined) {
  return useMutation({
    mutationFn: async ({ rules, required, parameters, ...form }: WorkflowForm) => {
      const body = { ...form, rules: [...rules], required: [...required], parameters: { ...parameters } };
      if (id === undefined) return (await api.call(addWorkflow, { params: { agent_id: agent }, body })).id;
      await api.call(setWorkflow, { params: { agent_id: agent, workflow_id: id }, body });
      return id;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: workflowsQuery(agent).queryKey }),
  });
}

export function useDeleteWorkflow(agent: string) {
  return useMutation({
    mutationFn: (workflow_id: string) => api.call(deleteWorkflow, { params: { agent_id: agent, workflow_id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: workflowsQuery(agent).queryKey }),
  });
}
