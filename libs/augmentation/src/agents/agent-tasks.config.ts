import { configSlice, integer } from '@lectern/config';

export const agentTasksSlice = configSlice('agent-tasks', {
  AUGMENTATION_CALLS_PER_DAY: integer({
    doc: 'calls of language models that one task on a knowledge box may make in a day, UTC; it waits for the next day then',
    min: 1,
    max: 1_000_000_000,
    fallback: 200_000,
  }),
  AUGMENTATION_TOKENS_PER_DAY: integer({
    doc: 'tokens of language models, of prompts and answers together, that one such task may use in a day, UTC',
    min: 1_000,
    max: 1_000_000_000_000,
    fallback: 200_000_000,
  }),
});
