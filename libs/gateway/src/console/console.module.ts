import { busFor } from '@lectern/bus';
import { getUser } from '@lectern/contracts/accounts';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { ConsoleRoutes } from './console.routes';

/** The web console and its sessions. */
@Module({ imports: [AccessModule], providers: [busFor({ calls: [getUser] }), ConsoleRoutes], exports: [ConsoleRoutes] })
export class ConsoleModule {}
