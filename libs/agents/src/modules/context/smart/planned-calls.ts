import { AppError } from '@lectern/contracts/core';
import type { Found, ModuleRun, Question } from '../../../engine/module-run';
import { FunctionCalls } from './function-calls';
import { JsonPlanner, type Plan, type Planner, type PlannerTools, ToolPlanner } from './planners';
import type { PlanningConfig } from './planning';
import type { RegisteredFunction } from './registered-functions';
import type { SmartBudget } from './smart-budget';
import { summedUp } from './summed-up';

/** What plans may use. */
export interface PlannedCalls {
  readonly functions: readonly RegisteredFunction[];
  readonly run: ModuleRun;
  readonly budget: SmartBudget;
}

/**
 * A model plans calls of functions, until it has finished or a limit is reached.
 *
 * @throws AppError of the model
 */
export async function plannedCalls(
  config: PlanningConfig,
  question: Question,
  { functions, run, budget }: PlannedCalls,
): Promise<Found> {
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
