import { task } from '@lectern/contracts/core';

/** Who asked for a new password. */
export interface RecoveryWanted {
  /** In lower case; perhaps of nobody. */
  readonly email: string;
  /** The sign-in that it interrupted. */
  readonly challenge?: string;
}

/** Sends the mail, if there is such a user. Later, so that the time of the answer does not tell. */
export const mailRecovery = task<RecoveryWanted>({
  name: 'mailRecovery',
  attemptsMax: 10,
  timeoutMs: 60_000,
  worksWithoutRoom: true,
});
