import { runningModes } from './modes';

/** A suite about properties that all modes share: statuses, bounds, shapes and formats. Journeys run in all of them. */
export function inStandalone(name: string, suite: (mode: 'standalone') => void): void {
  const describeIt = runningModes().includes('standalone') ? describe : describe.skip;
  describeIt.each(['standalone'] as const)(name, suite);
}
