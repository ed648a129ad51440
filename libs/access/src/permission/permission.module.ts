import { Module } from '@nestjs/common';
import { PermissionHandlers } from './permission.handlers';

/** What roles allow. */
@Module({
  controllers: [PermissionHandlers],
})
export class PermissionModule {}
