import { handlersOf } from '@lectern/bus';
import { exportAuditEvents, listAuditEvents, reportActs } from '@lectern/contracts/accounts';
import { AuditLog } from '../audit-log/audit-log';
import { AuditService } from './audit.service';

export const AuditHandlers = handlersOf(AuditService)
  .answer(listAuditEvents, (audit, { params, query }) => audit.list(params.account, query))
  .answer(exportAuditEvents, (audit, { params, query }) => audit.export(params.account, query))
  .of(AuditLog)
  .answer(reportActs, (log, { body }) => log.add(body));
