import type { ContextMembers } from '@lectern/contracts/agents';
import type { ModuleRun } from './module-run';
import { withRules } from './rules';

const QUESTION_CHARS_MAX = 20_000;
const SYSTEM =
  'You rewrite a question for a search, so that the search finds what is still open. Reply with the question only.';
const PROMPT = 'Question: {question}\nStill open: {missing}';

/**
 * The question for the module that searches next, by what is open. Without a language model, it stays as it is.
 *
 * @throws AppError of the model
 */
export async function rephrasedFor(
  question: string,
  missing: string,
  { module, run }: { readonly module: ContextMembers; readonly run: ModuleRun },
): Promise<string> {
  const { rephrase_model: model, context_aware_rephrasing_prompt: own } = module;
  if (!(await run.models.followsPrompts(model))) return question;
  const values: Readonly<Record<string, string>> = { question, missing };
  const prompt = (own ?? PROMPT).replace(/\{(question|missing)\}/g, (whole, name: string) => values[name] ?? whole);
  const request = { question: prompt, retrieval: false, system: withRules(SYSTEM, run.facts.rules) };
  const { text } = await run.models.answer(request, model);
  return text.trim().slice(0, QUESTION_CHARS_MAX) || question;
}
