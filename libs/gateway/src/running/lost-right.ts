import { AppError, type ErrorCode, type Principal } from '@lectern/contracts/core';

/** Why a request ended before its answer was complete. */
export type LossReason = 'revoked' | 'expired' | 'forbidden' | 'narrowed' | 'blocked' | 'not_found' | 'unconfirmed';

const reasonOf: Readonly<Partial<Record<ErrorCode, LossReason>>> = {
  unauthorized: 'revoked',
  forbidden: 'forbidden',
  blocked: 'blocked',
  not_found: 'not_found',
};

/** Meaning of a refusal for a request that was admitted before; undefined for outages and bugs. */
export function lossOf(error: unknown): LossReason | undefined {
  return error instanceof AppError ? reasonOf[error.code] : undefined;
}

/**
 * Whether a caller that is still admitted holds less than at the beginning: a role is gone, or its security groups are
 * others. A caller that holds more continues with what it had.
 */
export function isNarrowed(before: Principal, now: Principal): boolean {
  const groups = ({ securityGroups = [] }: Principal) => [...securityGroups].sort().join('\n');
  return !before.roles.every((role) => now.roles.includes(role)) || groups(before) !== groups(now);
}

export function narrowed(): AppError {
  return new AppError('forbidden', 'Your role on the knowledge box has changed: send the request again');
}

export function expired(): AppError {
  return new AppError('unauthorized', 'The credential has expired');
}

export function unconfirmed(): AppError {
  return new AppError(
    'unavailable',
    'The right to this request has changed and cannot be confirmed now: send it again',
  );
}
