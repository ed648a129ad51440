import { handlersOf } from '@lectern/bus';
import { confirmAccountDomain, listAccountDomains, verifyAccountDomain } from '@lectern/contracts/accounts';
import { AccountDomains } from './account-domains.service';

export const AccountDomainHandlers = handlersOf(AccountDomains)
  .answer(listAccountDomains, (domains, { params }) => domains.list(params.account))
  .answer(verifyAccountDomain, (domains, { params, principal }) => domains.verify(params, principal))
  .answer(confirmAccountDomain, (domains, { params, principal }) => domains.confirm(params, principal));
