import { EgressModule } from '@lectern/egress';
import { AssumedRoleRepository, understandingDatabase } from '@lectern/understanding-rows';
import { Module } from '@nestjs/common';
import { AssumedRoleHandlers } from './assumed-role.handlers';
import { AssumedRoles } from './assumed-roles';

/** Cloud roles that models of accounts assume. */
@Module({
  imports: [understandingDatabase, EgressModule],
  controllers: [AssumedRoleHandlers],
  providers: [AssumedRoleRepository, AssumedRoles],
  exports: [AssumedRoles],
})
export class AssumedRoleModule {}
