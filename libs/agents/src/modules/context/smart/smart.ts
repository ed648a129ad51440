import type { SmartConfig } from '@lectern/contracts/agents';
import type { ContextType, Found, ModuleRun, Question } from '../../../engine/module-run';
import { askUserFunction } from './ask-user';
import { plannedCalls } from './planned-calls';
import { registeredFunctions } from './registered-functions';
import { SmartBudget } from './smart-budget';
import { searchedByRule } from './smart-rule';

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
  return plannedCalls(config, question, { functions, run, budget });
}
