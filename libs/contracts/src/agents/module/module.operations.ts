import type { Constructor } from '../../core/input';
import { failsWithoutRoom } from '../../core/failures';
import { operation, type UnaryOperation } from '../../core/operation';
import { type AnyContextModule, ContextModuleBody } from '../context-module/context-module.dto';
import { type AnyGenerationModule, GenerationModuleBody } from '../generation-module/generation-module.dto';
import { ModuleTarget, OptionalWorkflowTarget, workflowPaths } from '../params';
import { AGENT_DEADLINE_MS, configuresAgent, failsOfAdding, failsOfWorkflow } from '../policies';
import { type AnyPostprocessModule, PostprocessModuleBody } from '../postprocess-module/postprocess-module.dto';
import { type AnyPreprocessModule, PreprocessModuleBody } from '../preprocess-module/preprocess-module.dto';
import { AddedId } from '../workflow/workflow.dto';
import { type AgentModule, type ModuleKind, ModuleOrder } from './module.dto';

/** A module as it is listed: as it was configured, with defaults, and with its further members. */
export interface ListedModule {
  /** Id of the module, a UUID. */
  readonly id: string;
  /** Name of the module. */
  readonly module: string;
  /** Shown with its steps. */
  readonly title: string;
  readonly [member: string]: unknown;
}

/** Modules of one kind, as an answer. */
export class ModuleList {
  /** In the order in which they run. */
  modules!: readonly ListedModule[];
}

const failsOfModule = { ...failsWithoutRoom, not_found: 'The agent, its workflow or the module does not exist.' };

interface ModulesOfKind {
  readonly kind: ModuleKind;
  /** What they do, for descriptions. */
  readonly does: string;
  readonly names: Readonly<Record<'list' | 'add' | 'order' | 'set' | 'delete', string>>;
}

/** Operations on the modules of one kind: their paths are on the agent, for its default workflow, and on a workflow. */
function operationsOfModules<B extends AgentModule>({ kind, does, names }: ModulesOfKind, body: Constructor<B>) {
  const all = { path: workflowPaths(`/${kind}`), host: 'zone', success: 200 } as const;
  const places = { path: workflowPaths(`/${kind}/order`), host: 'zone', success: 200 } as const;
  const one = { path: workflowPaths(`/${kind}/{module_id}`), host: 'zone', success: 200 } as const;
  return {
    kind,
    list: operation({
      name: names.list,
      summary: `List the ${kind} modules of a workflow`,
      description: `Modules that ${does}, in the order in which they run.`,
      http: { ...all, method: 'GET', member: 'modules' },
      policy: configuresAgent,
      params: OptionalWorkflowTarget,
      answer: ModuleList,
      fails: failsOfWorkflow,
      deadlineMs: AGENT_DEADLINE_MS,
    }),
    add: operation({
      name: names.add,
      summary: `Add a ${kind} module to a workflow`,
      description: `It runs after those that are there. Modules of this kind ${does}.`,
      http: { ...all, method: 'POST' },
      policy: configuresAgent,
      params: OptionalWorkflowTarget,
      body,
      answer: AddedId,
      fails: { ...failsOfAdding, ...failsOfWorkflow, conflict: 'The agent has a module with this id.' },
      deadlineMs: AGENT_DEADLINE_MS,
    }),
    order: operation({
      name: names.order,
      summary: `Reorder the ${kind} modules of a workflow`,
      description: `They run in this order from the next interaction on. Modules of this kind ${does}.`,
      http: { ...places, method: 'POST', reply: 'null' },
      policy: configuresAgent,
      params: OptionalWorkflowTarget,
      body: ModuleOrder,
      fails: {
        ...failsWithoutRoom,
        ...failsOfWorkflow,
        conflict: 'The ids are not those of all modules of this kind, each once: the workflow has changed.',
      },
      deadlineMs: AGENT_DEADLINE_MS,
    }),
    set: operation({
      name: names.set,
      summary: `Replace a ${kind} module`,
      description:
        'The whole module is replaced; it keeps its id and its place. Secret members, such as `headers`, are shown as ' +
        'null; one that is null or absent stays, also in modules within the module that keep their ids. With another ' +
        'address they must be given again: no address gets a secret that was meant for another one.',
      http: { ...one, method: 'PATCH', reply: 'null' },
      policy: configuresAgent,
      params: ModuleTarget,
      body,
      fails: failsOfModule,
      deadlineMs: AGENT_DEADLINE_MS,
    }),
    delete: operation({
      name: names.delete,
      summary: `Delete a ${kind} module`,
      description: 'Interactions that run keep it to their end.',
      http: { ...one, method: 'DELETE', reply: 'null' },
      policy: configuresAgent,
      params: ModuleTarget,
      fails: failsOfModule,
      deadlineMs: AGENT_DEADLINE_MS,
    }),
  };
}

/** What is checked against a choice of classes is an object of one of them. */
function choiceOf<B extends AgentModule>(body: Constructor): Constructor<B> {
  return body as Constructor<B>; // as the doc comment says
}

/** Modules that run before the context. */
export const preprocessOperations = operationsOfModules(
  {
    kind: 'preprocess',
    does: 'prepare the question or refuse it',
    names: {
      list: 'agents.preprocess.list',
      add: 'agents.preprocess.add',
      order: 'agents.preprocess.order',
      set: 'agents.preprocess.set',
      delete: 'agents.preprocess.delete',
    },
  },
  choiceOf<AnyPreprocessModule>(PreprocessModuleBody),
);
/** Modules that find context. */
export const contextOperations = operationsOfModules(
  {
    kind: 'context',
    does: 'find what answers the question',
    names: {
      list: 'agents.context.list',
      add: 'agents.context.add',
      order: 'agents.context.order',
      set: 'agents.context.set',
      delete: 'agents.context.delete',
    },
  },
  choiceOf<AnyContextModule>(ContextModuleBody),
);
/** Modules that answer. */
export const generationOperations = operationsOfModules(
  {
    kind: 'generation',
    does: 'answer from what was found',
    names: {
      list: 'agents.generation.list',
      add: 'agents.generation.add',
      order: 'agents.generation.order',
      set: 'agents.generation.set',
      delete: 'agents.generation.delete',
    },
  },
  choiceOf<AnyGenerationModule>(GenerationModuleBody),
);
/** Modules that run after the answer. */
export const postprocessOperations = operationsOfModules(
  {
    kind: 'postprocess',
    does: 'check or use the answer',
    names: {
      list: 'agents.postprocess.list',
      add: 'agents.postprocess.add',
      order: 'agents.postprocess.order',
      set: 'agents.postprocess.set',
      delete: 'agents.postprocess.delete',
    },
  },
  choiceOf<AnyPostprocessModule>(PostprocessModuleBody),
);

/** Operations on the modules of a kind. */
export interface OperationsOfKind {
  /** The kind. */
  readonly kind: ModuleKind;
  /** Lists them. */
  readonly list: UnaryOperation<OptionalWorkflowTarget, object, object, undefined, ModuleList>;
  /** Adds one. */
  readonly add: UnaryOperation<OptionalWorkflowTarget, object, object, AgentModule, AddedId>;
  /** Puts them into another order. */
  readonly order: UnaryOperation<OptionalWorkflowTarget, object, object, ModuleOrder, null>;
  /** Replaces one. */
  readonly set: UnaryOperation<ModuleTarget, object, object, AgentModule, null>;
  /** Deletes one. */
  readonly delete: UnaryOperation<ModuleTarget, object, object, undefined, null>;
}

/** Operations on modules of every kind. */
export const operationsOfEveryKind: readonly OperationsOfKind[] = [
  preprocessOperations,
  contextOperations,
  generationOperations,
  postprocessOperations,
];
