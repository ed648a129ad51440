import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { accountsDatabase } from '../accounts.database';
import { AuditLogModule } from '../audit-log/audit-log.module';
import { AuditHandlers } from './audit.handlers';
import { AuditService } from './audit.service';

/** Who signed in, and who changed rights and credentials: for owners of accounts. */
@Module({
  imports: [accountsDatabase, AccountModule, AuditLogModule],
  controllers: [AuditHandlers],
  providers: [AuditService],
})
export class AuditModule {}
