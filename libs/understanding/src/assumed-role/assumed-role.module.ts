import { rowsOf } from '@lectern/database';
import { EgressModule } from '@lectern/egress';
import { AssumedRoleRepository } from './assumed-role.repository';
import { understandingDatabase } from '../understanding.database';
import { Module } from '@nestjs/common';
import { AssumedRoleAnswers, AssumedRoleHandlers } from './assumed-role.handlers';
import { AssumedRoles } from './assumed-roles';
import { AssumedRoleEntity } from './assumed-role.entity';

/** Cloud roles that models of accounts assume. */
@Module({
  imports: [understandingDatabase, EgressModule],
  controllers: [AssumedRoleAnswers, AssumedRoleHandlers],
  providers: [rowsOf(AssumedRoleEntity), AssumedRoleRepository, AssumedRoles],
  exports: [AssumedRoles],
})
export class AssumedRoleModule {}
