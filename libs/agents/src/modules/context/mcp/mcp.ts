import type { McpModuleConfig, SmartConfig } from '@lectern/contracts/agents';
import type { ContextType, Found, FunctionResult, ModuleRun, Question } from '../../../engine/module-run';
import { plannedCalls } from '../smart/planned-calls';
import type { PlanningConfig } from '../smart/planning';
import type { RegisteredAgent, RegisteredFunction } from '../smart/registered-functions';
import { SmartBudget } from '../smart/smart-budget';
import { chosenPrompt, type McpFunction, mcpFunctions, mcpSource } from './mcp-functions';
import { calledByRule } from './mcp-rule';

/** A model calls tools of an MCP server; without one, a rule calls one tool. */
export const mcp: ContextType<McpModuleConfig> = {
  name: 'mcp',
  title: 'Call tools of an MCP server',
  description: 'Calls tools of an MCP server that the question needs, and answers from what they return.',
  run: (config, question, run) => searchedWithTools(config, question, run),
  functions: async (config, run) => mcpFunctions(config, await mcpSource(config, run), run),
};

async function searchedWithTools(config: McpModuleConfig, question: Question, run: ModuleRun): Promise<Found> {
  const source = await mcpSource(config, run);
  const functions = await mcpFunctions(config, source, run);
  const { include_mcp_prompts: hasPrompts, expose_prompts_as_tools: asTools } = config;
  const chosen = hasPrompts && !asTools ? await chosenPrompt(config, source, run) : undefined;
  const found = await searchedWith(config, question, { functions, run });
  return withPrompt(found, chosen);
}

/** Settings of a module that calls tools. */
export type ToolCalling = Pick<
  McpModuleConfig,
  | 'tool_choice_model'
  | 'work_chain'
  | 'max_turns'
  | 'interaction'
  | 'max_tool_result_bytes'
  | 'max_tool_result_item_bytes'
>;

/** Searches with functions of servers. @throws AppError of the model */
export async function searchedWith(
  config: ToolCalling,
  question: Question,
  { functions, run }: { readonly functions: readonly McpFunction[]; readonly run: ModuleRun },
): Promise<Found> {
  if (functions.length === 0) return { contexts: [], missing: question.text, reason: 'The server has no tools' };
  if (!(await run.models.followsPrompts(config.tool_choice_model)))
    return calledByRule(functions, question, { run, isConfirmed: config.interaction });
  const budget = new SmartBudget(config.work_chain ? config.max_turns : 1, run.usage);
  const registered = functions.map((one) => registeredFunction(one, config, question));
  return plannedCalls(planningOf(config), question, { functions: registered, run, budget });
}

function registeredFunction(one: McpFunction, config: ToolCalling, question: Question): RegisteredFunction {
  const { name, description, parameters, run: work } = one;
  return {
    name,
    description,
    parameters,
    isForeign: true,
    // Steps of calls have the name of the module; a call is not repeated when it fails.
    agent: { ...(config as unknown as RegisteredAgent), max_retries: 0 },
    call: (given, inner) => work(given, question, inner),
  };
}

function planningOf({ tool_choice_model: model }: ToolCalling): PlanningConfig {
  const planning: PlanningConfig & Pick<SmartConfig, 'planner_model'> = {
    planning_mode: 'reactive',
    planner_model: model ?? null,
    parallel_tool_calls: true,
  };
  return planning;
}

function withPrompt(found: Found, chosen: FunctionResult | undefined): Found {
  if (!chosen) return found;
  const [first] = chosen.contexts;
  const prompts = chosen.items.filter((item): item is string => typeof item === 'string');
  return { ...found, contexts: [...found.contexts, ...(first ? [{ ...first, prompts }] : [])] };
}
