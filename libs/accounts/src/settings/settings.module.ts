import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { accountsDatabase } from '../accounts.database';
import { EmailCodeModule } from '../email-code/email-code.module';
import { LimitsModule } from '../limits/limits.module';
import { SamlSettingsModule } from '../saml-settings/saml-settings.module';
import { UserRowsModule } from '../user/user-rows.module';
import { ZoneModule } from '../zone/zone.module';
import { AccountCreation } from './account-creation';
import { AccountCreationRules } from './account-creation-rules';
import { AccountDeletion } from './account-deletion';
import { AccountPurge } from './account-purge.task';
import { AccountSettingsService } from './account-settings.service';
import { AccountSettingsHandlers } from './settings.handlers';

/** Creation, change and deletion of accounts. */
@Module({
  imports: [
    accountsDatabase,
    AccountModule,
    EmailCodeModule,
    LimitsModule,
    SamlSettingsModule,
    UserRowsModule,
    ZoneModule,
  ],
  controllers: [AccountSettingsHandlers],
  providers: [
    busFor({ publishes: [accessChanged] }),
    AccountCreation,
    AccountCreationRules,
    AccountDeletion,
    AccountPurge,
    AccountSettingsService,
  ],
})
export class SettingsModule {}
