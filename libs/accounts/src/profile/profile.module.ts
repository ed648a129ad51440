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
import { InquiryEntity } from './inquiry.entity';
import { UserChangesService } from './user-changes.service';
import { UserDeletion } from './user-deletion.service';
import { UserHandlers } from './user.handlers';
import { UserService } from './user.service';

/** What users see of themselves and change, and their names for others. */
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
  controllers: [UserHandlers],
  providers: [
    rowsOf(InquiryEntity),
    busFor({ publishes: [accessChanged] }),
    UserChangesService,
    UserDeletion,
    UserService,
  ],
})
export class ProfileModule implements OnModuleInit {
  constructor(
    private readonly links: MagicLinks,
    private readonly changes: UserChangesService,
  ) {}

  onModuleInit(): void {
    this.links.add((token) => this.changes.follow(token));
  }
}
