import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { rowsOf } from '@lectern/database';
import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { accountsDatabase } from '../accounts.database';
import { LimitsModule } from '../limits/limits.module';
import { MagicLinkModule } from '../magic-link/magic-link.module';
import { MagicLinks } from '../magic-link/magic-links';
import { AccountMailModule } from '../mail/account-mail.module';
import { MailTokenModule } from '../mail-token/mail-token.module';
import { MemberModule } from '../member/member.module';
import { PasswordModule } from '../password/password.module';
import { UserRowsModule } from '../user/user-rows.module';
import { AccountInvitationAcceptance } from './account-invitation-acceptance';
import { AccountInvitationEntity } from './account-invitation.entity';
import { AccountInvitationHandlers } from './account-invitation.handlers';
import { AccountInvitationRepository } from './account-invitation.repository';
import { AccountInvitationService } from './account-invitation.service';
import { InvitedPeople } from './invited-people';
import { InvitedUsers } from './invited-users';

/** Invitations to accounts. */
@Module({
  imports: [
    accountsDatabase,
    AccountMailModule,
    AccountModule,
    LimitsModule,
    MagicLinkModule,
    MailTokenModule,
    MemberModule,
    PasswordModule,
    UserRowsModule,
  ],
  controllers: [AccountInvitationHandlers],
  providers: [
    rowsOf(AccountInvitationEntity),
    busFor({ publishes: [accessChanged] }),
    AccountInvitationAcceptance,
    AccountInvitationRepository,
    AccountInvitationService,
    InvitedPeople,
    InvitedUsers,
  ],
  exports: [AccountInvitationAcceptance],
})
export class AccountInvitationModule implements OnModuleInit {
  constructor(
    private readonly links: MagicLinks,
    private readonly acceptance: AccountInvitationAcceptance,
  ) {}

  onModuleInit(): void {
    this.links.add((token) => this.acceptance.accept(token));
  }
}
