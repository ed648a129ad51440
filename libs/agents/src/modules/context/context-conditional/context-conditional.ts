import type { ContextConditionalConfig } from '@lectern/contracts/agents';
import type { ContextType } from '../../../engine/module-run';
import type { IdentifiedModule } from '../../../module/identified-module';
import { decide } from '../../conditional';

/** Runs one of two lists of context modules. */
export const contextConditional: ContextType<ContextConditionalConfig> = {
  name: 'context_conditional',
  title: 'Condition',
  description: 'Runs one list of modules or the other, by the question or by what was found.',
  run: async (config, question, run) => {
    const found = run.contexts.filter((context) => context.actual_question_uuid === question.id);
    const texts = found.flatMap(({ chunks, structured }) => [...chunks.map(({ text }) => text), ...structured]);
    const { holds, reason } = await decide(config, config.on === 'CONTEXT' ? texts : [question.text], run);
    const at = holds ? 'then' : 'else_';
    // They got their ids when they were stored.
    const modules = config[at] as readonly IdentifiedModule[];
    return { contexts: [], value: at, reason, next: { at, modules } };
  },
};
