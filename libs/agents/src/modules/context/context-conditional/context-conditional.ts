import type { ContextConditionalConfig } from '@lectern/contracts/agents';
import type { ContextType } from '../../../engine/module-run';
import { branchOf, decide } from '../../conditional';

/** Runs one of two lists of context modules. */
export const contextConditional: ContextType<ContextConditionalConfig> = {
  name: 'context_conditional',
  title: 'Condition',
  description: 'Runs one list of modules or the other, by the question or by what was found.',
  run: async (config, question, run) => {
    const found = run.contexts.filter((context) => context.actual_question_uuid === question.id);
    const texts = found.flatMap(({ chunks, structured }) => [...chunks.map(({ text }) => text), ...structured]);
    const decision = await decide(config, config.on === 'CONTEXT' ? texts : [question.text], run);
    return { contexts: [], ...branchOf(config, decision) };
  },
};
