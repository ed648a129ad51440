import { Module } from '@nestjs/common';
import { SignInProviderModule } from '../sign-in-provider/sign-in-provider.module';
import { SingleSignOnModule } from '../single-sign-on/single-sign-on.module';
import { SignInReturnHandlers } from './sign-in-return.handlers';
import { SignInReturnService } from './sign-in-return.service';

/** The page that browsers come back to from sign-ins elsewhere. */
@Module({
  imports: [SignInProviderModule, SingleSignOnModule],
  controllers: [SignInReturnHandlers],
  providers: [SignInReturnService],
})
export class SignInReturnModule {}
