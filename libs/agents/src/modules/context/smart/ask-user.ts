import type { SmartConfig } from '@lectern/contracts/agents';
import type { ModuleRun } from '../../../engine/module-run';
import type { RegisteredAgent, RegisteredFunction } from './registered-functions';

const QUESTION_CHARS_MAX = 2_000;
const SILENT = 'The user did not answer. Continue without.';

/** Lets the planner ask the user. */
export function askUserFunction(config: SmartConfig): RegisteredFunction {
  return {
    name: 'ask_user',
    description:
      'Asks the user a short question, and waits for the answer. Use it only when the question cannot be understood, ' +
      'or something is missing that only the user knows.',
    parameters: {
      type: 'object',
      properties: { question: { type: 'string', minLength: 1, maxLength: QUESTION_CHARS_MAX } },
      required: ['question'],
      additionalProperties: false,
    },
    // Configurations of stored modules have ids.
    agent: config as unknown as RegisteredAgent,
    call: async ({ question }, run) => {
      const answer = await run.ask({ text: String(question), timeoutMs: config.feedback_timeout });
      return { items: [answer === undefined ? SILENT : { user: answer }], contexts: [] };
    },
  };
}

/** What the rule asks when it has found nothing. @returns undefined when nobody answers */
export async function askedForMore(config: SmartConfig, text: string, run: ModuleRun): Promise<string | undefined> {
  const question = `Nothing was found about this: ${text.slice(0, QUESTION_CHARS_MAX)} Can you say it in other words?`;
  const answer = await run.ask({ text: question, timeoutMs: config.feedback_timeout });
  return answer?.trim() || undefined;
}
