import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { AccountModule } from '../account/account.module';
import { accountsDatabase } from '../accounts.database';
import { MemberModule } from '../member/member.module';
import { OauthModule } from '../oauth/oauth.module';
import { ScimPersonRowsModule } from '../scim-person/scim-person-rows.module';
import { UserRowsModule } from '../user/user-rows.module';
import { ExternalIdentityEntity } from './external-identity.entity';
import { ExternalUsers } from './external-users';
import { SignInAttemptEntity } from './sign-in-attempt.entity';
import { SignInAttempts } from './sign-in-attempts';
import { SignInCompletion } from './sign-in-completion';
import { SignInGrantEntity } from './sign-in-grant.entity';
import { SignInMembership } from './sign-in-membership';
import { SignInGrants } from './sign-in-grants';
import { ReturnPages } from './return-pages';

/** What sign-ins at other places have in common. */
@Module({
  imports: [accountsDatabase, AccountModule, MemberModule, OauthModule, ScimPersonRowsModule, UserRowsModule],
  providers: [
    busFor({ publishes: [accessChanged] }),
    rowsOf(ExternalIdentityEntity, SignInAttemptEntity, SignInGrantEntity),
    ExternalUsers,
    SignInAttempts,
    SignInCompletion,
    SignInGrants,
    ReturnPages,
    SignInMembership,
  ],
  exports: [ExternalUsers, SignInAttempts, SignInCompletion, ReturnPages, SignInMembership],
})
export class SingleSignOnModule {}
