import { busFor } from '@lectern/bus';
import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../access/authorization.module';
import { BodyModule } from '../body/body.module';
import { SelfHostedBoxes, targetsOfSelfHosted } from './self-hosted-boxes';

/** Knowledge boxes of installations without accounts. */
@Module({
  imports: [AuthorizationModule, BodyModule],
  providers: [busFor({ calls: Object.values(targetsOfSelfHosted) }), SelfHostedBoxes],
  exports: [SelfHostedBoxes],
})
export class SelfHostedModule {}
