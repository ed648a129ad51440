import { handlersOf } from '@lectern/bus';
import { findUsagePosition, forgetUsageJournal, getAccountUsage, recordUsage } from '@lectern/contracts/accounts';
import { UsageService } from './usage.service';

export const UsageHandlers = handlersOf(UsageService)
  .answer(getAccountUsage, (usage, { params, query }) => usage.report(params.account, query))
  .answer(recordUsage, (usage, { body }) => usage.record(body))
  .answer(findUsagePosition, (usage, { body }) => usage.position(body.journal))
  .answer(forgetUsageJournal, (usage, { body }) => usage.forget(body.journal));
