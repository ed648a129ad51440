/** What a knowledge box is for. */
export const knowledgeBoxModes = ['kb', 'agent', 'agent_no_memory'] as const;
export type KnowledgeBoxMode = (typeof knowledgeBoxModes)[number];
