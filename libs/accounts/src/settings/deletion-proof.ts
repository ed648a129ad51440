import { AppError, type Principal } from '@lectern/contracts/core';
import type { EmailCodes } from '../email-code/email-codes';
import { provedRecently } from '../user/recent-proof';

/**
 * Makes sure that the caller is the user, and not somebody with a copied token.
 *
 * @param code from a mail; absent: a sign-in of the last minutes is needed
 * @throws AppError `forbidden` without a proof
 */
export async function requireProof(
  { id, verifiedAt }: Pick<Principal, 'id' | 'verifiedAt'>,
  code: string | undefined,
  { codes, now }: { readonly codes: Pick<EmailCodes, 'check'>; readonly now: Date },
): Promise<void> {
  if (code !== undefined) {
    if (await codes.check(id, code)) return;
    throw new AppError('forbidden', 'The code in x-otp-email is wrong, was used or has expired');
  }
  if (provedRecently(verifiedAt, now)) return;
  throw new AppError(
    'forbidden',
    'Prove that it is you: send x-otp-email with a code from POST /api/auth/otp/email, or sign in again',
  );
}
