import { task } from '@lectern/contracts/core';

/** A mail that waits for its server. */
export interface SealedMail {
  readonly id: string;
  /** ISO 8601. */
  readonly date: string;
  /** Address, subject and texts as JSON, in an envelope. */
  readonly sealed: string;
}

/** Attempts are ten minutes apart at last: three days. */
const ATTEMPTS_MAX = 440;

/** Gives a mail to the SMTP server. */
export const deliverMail = task<SealedMail>({
  name: 'deliverMail',
  attemptsMax: ATTEMPTS_MAX,
  // Longer than a server may take for its last answer: a mail of which nobody knows would be sent again.
  timeoutMs: 20 * 60_000,
  worksWithoutRoom: true,
});
