/** Drivers of an agent. */
export const DRIVERS_MAX = 100;
/** Workflows of an agent. */
export const WORKFLOWS_MAX = 100;
/** Prompts of an agent. */
export const PROMPTS_MAX = 100;
