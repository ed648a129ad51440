/** Modes that a knowledge box can have. */
export const knowledgeBoxModes = ['kb', 'agent', 'agent_no_memory'] as const;
/** Kind of box: a knowledge box, a retrieval agent with memory (`agent`) or one without (`agent_no_memory`). */
export type KnowledgeBoxMode = (typeof knowledgeBoxModes)[number];
