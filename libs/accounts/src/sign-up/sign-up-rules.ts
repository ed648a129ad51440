import { AppError } from '@lectern/contracts/core';

/** Who may sign up. */
export interface SignUpRules {
  readonly isOpen: boolean;
  /** In lower case; empty: any. */
  readonly domains: readonly string[];
  readonly refusesPersonalMail: boolean;
}

/**
 * @param email in lower case
 * @param personalDomains domains of mail services for private persons
 * @throws AppError `forbidden`, `precondition_failed` as `no_personal_email`
 */
export function checkSignUp(
  email: string,
  { isOpen, domains, refusesPersonalMail }: SignUpRules,
  personalDomains: ReadonlySet<string>,
): void {
  if (!isOpen) throw new AppError('forbidden', 'Sign-up is closed here. Ask an owner of the account for an invitation');
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length > 0 && !domains.includes(domain))
    throw new AppError('forbidden', `Addresses at ${domain} may not sign up here. Ask an owner for an invitation`);
  if (refusesPersonalMail && personalDomains.has(domain))
    throw new AppError('precondition_failed', 'no_personal_email');
}
