import { configSlice, integer, optionalText, type Setting } from '@lectern/config';

const costMax: Setting<number | undefined> = {
  ...optionalText({
    doc: 'cost of models that ends an interaction with an agent, in the currency of MODEL_PRICES, such as 0.5; models without a price are then not asked; no limit when absent',
  }),
  type: 'number above 0',
  parse: (value) => {
    const cost = Number(value);
    if (!Number.isFinite(cost) || cost <= 0) throw new Error('must be a number above 0');
    return cost;
  },
};

export const interactionSlice = configSlice('interactions', {
  AGENT_COST_MAX: costMax,
  AGENT_FRAMES_MB: integer({
    doc: 'megabytes of frames of interactions with agents that one process keeps in memory, those that clients may follow again included; when they are used up, the oldest that have ended are forgotten, then new questions are refused',
    min: 8,
    max: 65_536,
    fallback: 256,
  }),
});
