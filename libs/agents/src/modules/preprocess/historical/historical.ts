import type { FrameChunk, HistoricalConfig } from '@lectern/contracts/agents';
import type { Turn } from '../../../engine/module-models';
import type { PreprocessType } from '../../../engine/module-run';

/** Turns that are added unless all are wanted. */
const LATEST = 3;

/** Adds earlier turns of the session as a context. */
export const historical: PreprocessType<HistoricalConfig> = {
  name: 'historical',
  title: 'Add the history',
  description: 'Adds earlier questions and answers of the session as a context, from which later modules may answer.',
  run: async ({ all }, _, { facts: { history, session } }) => {
    const turns = all ? history : history.slice(-LATEST);
    if (turns.length === 0) return { value: 'The session has no earlier turns' };
    const chunks = turns.map((turn, place) => chunkOf(turn, { place, session }));
    return { contexts: [{ chunks, title: 'Earlier turns' }], value: `${turns.length} of ${history.length} turns` };
  },
};

function chunkOf({ question, answer }: Turn, at: { readonly place: number; readonly session: string }): FrameChunk {
  return {
    chunk_id: `${at.session}/turn-${at.place}`,
    title: question,
    source: at.session,
    text: `${question}\n${answer}`,
    labels: [],
    url: [],
    metadata: null,
    action: null,
    origin_url: null,
    origin_agent: null,
  };
}
