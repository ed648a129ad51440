import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../access/authorization.module';
import { ConsoleModule } from '../console/console.module';
import { OpenApiModule } from '../openapi/open-api.module';
import { PlatformRoutes } from './platform-routes';

/** Routes that the gateway answers by itself. */
@Module({
  imports: [AuthorizationModule, ConsoleModule, OpenApiModule],
  providers: [PlatformRoutes],
  exports: [PlatformRoutes],
})
export class PlatformModule {}
