import { handlersOf } from '@lectern/bus';
import { getLimitsStatus, noteQuotaUse, readQuota, returnQuota, takeQuota } from '@lectern/contracts/knowledge-box';
import { AccountQuotaService } from './account-quota.service';

export const AccountQuotaHandlers = handlersOf(AccountQuotaService)
  .answer(readQuota, (quotas, { body }) => quotas.read(body))
  .answer(takeQuota, (quotas, { body }) => quotas.take(body))
  .answer(returnQuota, (quotas, { body }) => quotas.giveBack(body))
  .answer(noteQuotaUse, (quotas, { body }) => quotas.note(body))
  .answer(getLimitsStatus, (quotas, { params }) => quotas.status(params.account));
