import { ResourceChanges } from './resource-changes';
import { WaitingFindings } from './waiting-findings';

/** How resources change, and how they cannot be found yet. */
export const resourceParts = {
  providers: [ResourceChanges, WaitingFindings],
};
