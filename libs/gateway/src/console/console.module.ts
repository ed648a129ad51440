import { busFor } from '@lectern/bus';
import { getUser } from '@lectern/contracts/accounts';
import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../access/authorization.module';
import { ConsoleRoutes } from './console.routes';

/** The web console and its sessions. */
@Module({
  imports: [AuthorizationModule],
  providers: [busFor({ calls: [getUser] }), ConsoleRoutes],
  exports: [ConsoleRoutes],
})
export class ConsoleModule {}
