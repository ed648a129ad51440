import { failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import { AccountTarget } from '../account/account.dto';
import { AccountDomain, AccountDomainList, AccountDomainTarget } from './account-domain.dto';

const asOwner: Policy = { credentials: ['user', 'pat'], role: 'AOWNER', on: 'account' };
const asRoot: Policy = { credentials: ['user', 'pat'], role: 'ROOT', on: 'nothing' };
const refusals = {
  ...failsWithoutRoom,
  not_found: 'The account does not exist, or does not declare the domain.',
  conflict: 'Another account has verified the domain.',
} as const;

/** Returns the mail domains that the account declares for single sign-on, with the record that proves each of them. */
export const listAccountDomains = operation({
  name: 'accounts.domain.list',
  summary: 'List the domains of an account',
  http: {
    method: 'GET',
    path: '/api/v1/account/{account}/domains',
    host: 'accounts',
    success: 200,
    member: 'domains',
  },
  policy: asOwner,
  params: AccountTarget,
  answer: AccountDomainList,
  deadlineMs: 10_000,
});

/**
 * Looks up the TXT record of a domain. From then on people of the domain sign in through the account, and no other
 * account can declare it. A domain that is verified already stays so, whatever its records say later.
 */
export const verifyAccountDomain = operation({
  name: 'accounts.domain.verify',
  summary: 'Prove that a domain belongs to an account',
  http: {
    method: 'POST',
    path: '/api/v1/account/{account}/domain/{domain}/verify',
    host: 'accounts',
    success: 200,
  },
  policy: asOwner,
  params: AccountDomainTarget,
  answer: AccountDomain,
  fails: {
    ...refusals,
    precondition_failed: 'The record is missing, or has another text.',
    unavailable: 'The name servers did not answer.',
  },
  deadlineMs: 20_000,
});

/** Verifies a domain without a record, by the word of somebody who runs the deployment. */
export const confirmAccountDomain = operation({
  name: 'accounts.domain.confirm',
  summary: 'Confirm that a domain belongs to an account',
  http: {
    method: 'POST',
    path: '/api/manage/@account/{account}/domain/{domain}/confirm',
    host: 'accounts',
    success: 200,
  },
  policy: asRoot,
  params: AccountDomainTarget,
  answer: AccountDomain,
  fails: { ...refusals, forbidden: 'The caller does not run the deployment.' },
  deadlineMs: 10_000,
});
