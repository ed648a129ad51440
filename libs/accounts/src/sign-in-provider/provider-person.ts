import { AppError } from '@lectern/contracts/core';
import type { ExternalPerson } from '../single-sign-on/external-users';
import type { ProviderSettings } from '../provider-settings/provider-settings';

/** What a provider says about a person. */
export interface ProviderClaims {
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
  /** Of Microsoft: whether the owner of the domain has verified the address. */
  readonly xms_edov?: unknown;
}

export const NO_PERSONAL_EMAIL = 'no_personal_email';
const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,253}$/;
const SUBJECT_CHARS_MAX = 255;
const NAME_CHARS_MAX = 200;

/**
 * The person whom a provider vouches for. An address that the provider has not verified could be anybody's, and users
 * are found by their addresses.
 *
 * @throws AppError `forbidden` without a verified address, `precondition_failed` for one of another domain
 */
export function personOf(claims: ProviderClaims, settings: ProviderSettings): ExternalPerson {
  const { sub, email, name } = claims;
  if (sub === '' || sub.length > SUBJECT_CHARS_MAX)
    throw new AppError('forbidden', 'The provider does not name the person');
  if (typeof email !== 'string' || !EMAIL.test(email))
    throw new AppError('forbidden', `${settings.title} does not tell the address of this person`);
  if (!isVerified(claims) && !settings.trustsAddresses)
    throw new AppError('forbidden', `${settings.title} has not verified the address of this person`);
  const address = email.toLowerCase();
  const domain = address.slice(address.lastIndexOf('@') + 1);
  if (settings.domains.length > 0 && !settings.domains.includes(domain))
    throw new AppError('precondition_failed', NO_PERSONAL_EMAIL);
  const known = typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, NAME_CHARS_MAX) : undefined;
  return { provider: settings.name, subject: sub, email: address, name: known };
}

function isVerified({ email_verified, xms_edov }: ProviderClaims): boolean {
  return [email_verified, xms_edov].some((flag) => flag === true || flag === 'true' || flag === 1 || flag === '1');
}
