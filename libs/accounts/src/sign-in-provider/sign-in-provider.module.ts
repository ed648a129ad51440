import { EgressModule } from '@lectern/egress';
import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { accountsDatabase } from '../accounts.database';
import { SingleSignOnModule } from '../single-sign-on/single-sign-on.module';
import { ProviderClients } from './provider-clients';
import { ProviderSignInService } from './provider-sign-in.service';
import { ProviderUsers } from './provider-users';
import { SignInProviderHandlers } from './sign-in-provider.handlers';

/** Sign-ins with Google, GitHub, Microsoft and any OpenID provider that the deployment names. */
@Module({
  imports: [accountsDatabase, AccountModule, EgressModule, SingleSignOnModule],
  controllers: [SignInProviderHandlers],
  providers: [ProviderClients, ProviderSignInService, ProviderUsers],
  exports: [ProviderSignInService],
})
export class SignInProviderModule {}
