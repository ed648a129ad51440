import { rowsOf } from '@lectern/database';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { agentsDatabase } from '../agents.database';
import { DriverEntity } from './driver.entity';
import { DriverHandlers } from './driver.handlers';
import { DriverRepository } from './driver.repository';
import { DriverService } from './driver.service';

/** Sources of agents. */
@Module({
  imports: [agentsDatabase, SecretsModule],
  controllers: [DriverHandlers],
  providers: [rowsOf(DriverEntity), DriverRepository, DriverService],
  exports: [DriverService],
})
export class DriverModule {}
