import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { accountsDatabase } from '../accounts.database';
import { SamlSettingsModule } from '../saml-settings/saml-settings.module';
import { AccountDomains } from './account-domains.service';
import { AccountDomainHandlers } from './domain.handlers';
import { TextRecords } from './text-records';

/** Proof that mail domains belong to an account. */
@Module({
  imports: [accountsDatabase, AccountModule, SamlSettingsModule],
  controllers: [AccountDomainHandlers],
  providers: [AccountDomains, TextRecords],
})
export class DomainModule {}
