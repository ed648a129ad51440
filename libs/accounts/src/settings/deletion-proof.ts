import { AppError, type Principal } from '@lectern/contracts/core';
import type { EmailCodes } from '../email-code/email-codes';

/** For how long a sign-in proves who somebody is. */
const RECENT_MS = 5 * 60_000;

/** Proves that the caller is the user, and not somebody with a copied token. */
export interface Proof {
  readonly code?: string;
  /** When the user last entered a password or signed in elsewhere, if the credential says so. */
  readonly verifiedAt?: Date;
}

/** @throws AppError `forbidden` without a proof */
export async function requireProof(
  { id }: Pick<Principal, 'id'>,
  { code, verifiedAt }: Proof,
  { codes, now }: { readonly codes: Pick<EmailCodes, 'check'>; readonly now: Date },
): Promise<void> {
  if (code !== undefined) {
    if (await codes.check(id, code)) return;
    throw new AppError('forbidden', 'The code in x-otp-email is wrong, was used or has expired');
  }
  const age = verifiedAt === undefined ? Infinity : now.getTime() - verifiedAt.getTime();
  if (age >= -RECENT_MS && age <= RECENT_MS) return;
  throw new AppError(
    'forbidden',
    'Prove that it is you: send x-otp-email with a code from POST /api/auth/otp/email, or sign in again',
  );
}
