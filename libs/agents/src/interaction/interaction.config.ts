import { configSlice, integer } from '@lectern/config';

export const interactionSlice = configSlice('interactions', {
  AGENT_FRAMES_MB: integer({
    doc: 'megabytes of frames of interactions with agents that one process keeps in memory, those that clients may follow again included; when they are used up, the oldest that have ended are forgotten, then new questions are refused',
    min: 8,
    max: 65_536,
    fallback: 256,
  }),
});
