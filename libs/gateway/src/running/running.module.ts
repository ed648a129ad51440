import { Metrics } from '@lectern/runtime';
import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../access/authorization.module';
import { AccessService } from '../access/access.service';
import { Authorizer } from '../access/authorizer';
import { AccessListener } from './access.listener';
import { RunningRequests } from './running-requests.service';

/** Requests that are being answered, and the end of their rights. */
@Module({
  imports: [AuthorizationModule],
  controllers: [AccessListener],
  providers: [
    {
      provide: RunningRequests,
      inject: [Authorizer, AccessService, Metrics],
      useFactory: (...parts: [Authorizer, AccessService, Metrics]) => new RunningRequests(...parts),
    },
  ],
  exports: [RunningRequests],
})
export class RunningModule {}
