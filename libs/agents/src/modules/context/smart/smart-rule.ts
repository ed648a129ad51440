import type { SmartConfig } from '@lectern/contracts/agents';
import type { Found, ModuleRun, Question } from '../../../engine/module-run';
import { unlessEnded } from '../../../engine/optional-work';
import { askedForMore } from './ask-user';
import { AGENTS_PLACE, describedAgents } from './registered-functions';
import type { SmartBudget } from './smart-budget';

/**
 * Without a language model: the registered agents one after the other, those first whose description is most like the
 * question, until nothing is missing. The others are asked although one of them fails. When something is missing in the
 * end, the user may say more, once.
 *
 * @throws AppError of an agent when all fail
 */
export async function searchedByRule(
  config: SmartConfig,
  question: Question,
  { run, budget }: { readonly run: ModuleRun; readonly budget: SmartBudget },
): Promise<Found> {
  let missing: string | null = question.text;
  let limit: string | undefined;
  let failure: unknown;
  let hasWorked = false;
  for (const agent of await inOrder(config, question, run)) {
    limit = budget.reached;
    if (limit !== undefined || missing === null) break;
    budget.noteIteration();
    budget.noteCall();
    try {
      ({ missing } = await run.search(agent, AGENTS_PLACE, question));
      hasWorked = true;
    } catch (error) {
      run.signal.throwIfAborted();
      failure = error;
    }
  }
  if (failure !== undefined && !hasWorked) throw failure;
  if (missing !== null && limit === undefined && config.enable_user_feedback) {
    const more = await askedForMore(config, question.text, run);
    const again = { ...question, text: `${question.text}\n${more}` };
    if (more) return searchedByRule({ ...config, enable_user_feedback: false }, again, { run, budget });
  }
  const why = missing === null ? 'An agent answers the question' : 'No agent answers the question';
  const reason = limit !== undefined && missing !== null ? `Ended by ${limit}` : why;
  const value = `${budget.used.calls} of ${config.registered_agents.length} agents`;
  // The searches have handed their contexts on.
  return { contexts: [], missing, value, reason, metadata: budget.used };
}

/**
 * Agents that are described, the likeliest first; the others after them as they are registered. All as they are
 * registered while no embedding model answers.
 */
async function inOrder(config: SmartConfig, question: Question, run: ModuleRun) {
  const described = [...(await describedAgents(config, run))];
  const known = described.filter(([, text]) => text !== '');
  const others = described.filter(([, text]) => text === '');
  if (known.length < 2) return described.map(([agent]) => agent);
  const texts = known.map(([, text]) => text);
  const likeness = await run.models
    .similarities([question.text], texts)
    .catch((error: unknown) => unlessEnded(error, run.signal));
  if (!likeness) return described.map(([agent]) => agent);
  const { similarities } = likeness;
  const likeliest = known.map(([agent], place) => ({ agent, likeness: similarities[place]?.[0] ?? 0 }));
  // Agents that are equally like the question keep their order.
  return [...likeliest.toSorted((a, b) => b.likeness - a.likeness), ...others.map(([agent]) => ({ agent }))].map(
    ({ agent }) => agent,
  );
}
