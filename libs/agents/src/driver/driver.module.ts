import { rowsOf } from '@lectern/database';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { agentsDatabase } from '../agents.database';
import { DriverAccountEntity } from './driver-account.entity';
import { DriverAccounts } from './driver-accounts';
import { DriverEntity } from './driver.entity';
import { DriverHandlers } from './driver.handlers';
import { DriverRepository } from './driver.repository';
import { DriverService } from './driver.service';

/** Sources of agents. */
@Module({
  imports: [agentsDatabase, SecretsModule],
  controllers: [DriverHandlers],
  providers: [rowsOf(DriverEntity), rowsOf(DriverAccountEntity), DriverAccounts, DriverRepository, DriverService],
  exports: [DriverAccounts, DriverService],
})
export class DriverModule {}
