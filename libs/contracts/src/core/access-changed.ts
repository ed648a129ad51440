import { event } from './event';

/** Something that caches of credentials and access may hold has changed: they drop what the data names. */
export const accessChanged = event<{
  readonly kbid?: string;
  readonly account?: string;
  readonly user?: string;
  readonly key?: string;
}>('access.changed');
