import type { AppError, Violation } from '../core/errors';
import type { Constructor } from '../core/input';
import { validate } from './validate';

/** Faults of a value, as `place: message`; empty when it is accepted. */
export function refusals(type: Constructor, value: unknown): readonly string[] {
  return violations(() => validate(type, value)).map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
}

export function violations(check: () => unknown): readonly Violation[] {
  try {
    check();
    return [];
  } catch (error) {
    // Checks throw nothing else.
    return (error as AppError).details.detail as readonly Violation[];
  }
}
