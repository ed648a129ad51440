import type { SmartConfig } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import type { ContextType, Found, ModuleRun, Question } from '../../../engine/module-run';
import { askUserFunction } from './ask-user';
import { FunctionCalls } from './function-calls';
import { JsonPlanner, type Plan, type Planner, type PlannerTools, ToolPlanner } from './planners';
import { registeredFunctions } from './registered-functions';
import { SmartBudget } from './smart-budget';
import { searchedByRule } from './smart-rule';
import { summedUp } from './summed-up';

const QUESTION_CHARS_MAX = 20_000;

/** A model plans which functions of other context modules are called; without one, a rule decides. */
export const smart: ContextType<SmartConfig> = {
  name: 'smart',
  title: 'Plan and search',
  description: 'Chooses among other modules, and searches with them until the question can be answered.',
  run: (config, question, run) => smartSearch(config, question, run),
  functions: (config) => [
    {
      name: 'smart_planner',
      description: 'Collects what answers a question, with several searches.',
      parameters: {
        type: 'object',
        properties: { question: { type: 'string', minLength: 1, maxLength: QUESTION_CHARS_MAX } },
        required: ['question'],
        additionalProperties: false,
      },
      run: async ({ question }, asked, run) => {
        const { contexts } = await smartSearch(config, { ...asked, text: String(question) }, run);
        const items = contexts.flatMap(({ chunks, structured = [] }) => [
          ...chunks.map(({ title, text }) => ({ ...(title && { title }), text })),
          ...structured,
        ]);
        return { items, contexts };
      },
    },
  ],
};

async function smartSearch(config: SmartConfig, question: Question, run: ModuleRun): Promise<Found> {
  const budget = new SmartBudget(config.max_iterations, run.usage, config.max_cost ?? undefined);
  if (!(await run.models.followsPrompts(config.planner_model)))
    return searchedByRule(config, question, { run, budget });
  const registered = await registeredFunctions(config, question, run);
  const functions = config.enable_user_feedback ? [...registered, askUserFunction(config)] : registered;
  if (registered.length === 0) return { contexts: [], missing: question.text, reason: 'No function is registered' };
  const tools: PlannerTools = { config, question, functions, run };
  const calls = new FunctionCalls(functions, config, run, budget);
  let planner: Planner = config.planning_mode === 'plan_execute' ? new JsonPlanner(tools) : new ToolPlanner(tools);
  for (let isFirst = true; ; isFirst = false) {
    const limit = budget.reached;
    if (limit !== undefined) return ended(calls, budget, { reason: `Ended by ${limit}` });
    budget.noteIteration();
    let plan: Plan;
    try {
      plan = await budget.counting(run, () => planner.plan());
    } catch (error) {
      if (!isFirst || !(planner instanceof ToolPlanner) || !isRefusal(error)) throw error;
      planner = new JsonPlanner(tools);
      plan = await budget.counting(run, () => planner.plan());
    }
    if (plan.calls.length === 0) return ended(calls, budget, { ...plan, reason: 'The model has finished' });
    const results = await calls.all(plan.calls);
    if (results.every(({ isNew }) => !isNew))
      return ended(calls, budget, { reason: 'Ended without progress: calls were repeated' });
    planner.note(config.executor_model ? await summedUp(results, { config, question, run, budget }) : results);
  }
}

/** What a model without tools, or its provider, says to them. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'invalid_request' || error.code === 'provider_failed');
}

/** @param missing what the model says is still open; undefined where it did not say */
function ended(
  { contexts, hasFound }: FunctionCalls,
  { used }: SmartBudget,
  { reason, missing }: { readonly reason: string; readonly missing?: string | null },
): Found {
  const chunks = contexts.reduce((sum, context) => sum + context.chunks.length, 0);
  const report = { contexts, reason, value: `${chunks} texts from ${used.calls} calls`, metadata: used };
  // What the run has already is not judged again.
  const open = missing === undefined && hasFound && contexts.length === 0 ? null : missing;
  return open === undefined || !hasFound ? report : { ...report, missing: open };
}
