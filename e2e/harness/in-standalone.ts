import { inModes } from './in-modes';

/** A suite about properties that all modes share: statuses, bounds, shapes and formats. Journeys run in all of them. */
export function inStandalone(name: string, suite: (mode: 'standalone') => void): void {
  inModes(['standalone'], name, suite);
}
