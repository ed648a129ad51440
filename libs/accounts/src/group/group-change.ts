import { type GroupOrigin, scimError, type ScimErrorType } from '@lectern/contracts/accounts';
import { AppError, type ErrorCode, type Principal } from '@lectern/contracts/core';

/** What becomes of a group. */
export interface GroupChange {
  /** Undefined: stays. */
  readonly name?: string;
  /** Undefined: stays. */
  readonly externalId?: string | null;
  /** Whether all who are not named leave. */
  readonly replacesMembers: boolean;
  /** Ids of people, and whether they are in it in the end. */
  readonly members: ReadonlyMap<string, boolean>;
}

/** A change, who makes it, and whose groups it may touch. */
export interface ChangeOfGroup {
  readonly change: GroupChange;
  readonly by: Principal;
  readonly origin: GroupOrigin;
}

/** A group, and who may delete it. */
export interface GroupDeletion {
  readonly by: Principal;
  readonly origins: readonly GroupOrigin[];
}

/** A refusal, for clients of SCIM with the kind that they distinguish. */
export function groupRefusal(
  origin: GroupOrigin,
  [code, type]: readonly [ErrorCode, ScimErrorType],
  message: string,
): AppError {
  return origin === 'scim' ? scimError(type, message, code) : new AppError(code, message);
}
