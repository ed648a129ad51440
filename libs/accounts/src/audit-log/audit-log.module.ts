import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { AuditEventEntity } from './audit-event.entity';
import { AuditLog } from './audit-log';
import { AuditRepository } from './audit.repository';

/** For features whose acts belong into the audit log. */
@Module({
  imports: [accountsDatabase],
  providers: [rowsOf(AuditEventEntity), AuditRepository, AuditLog],
  exports: [AuditRepository, AuditLog],
})
export class AuditLogModule {}
