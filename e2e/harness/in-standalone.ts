import { runningModes } from './modes';

const standaloneSuite = runningModes().includes('standalone') ? describe : describe.skip;

/** A suite about what is the same in every mode: statuses, bounds, shapes and formats. Journeys run in all of them. */
export const inStandalone = standaloneSuite.each(['standalone'] as const);
