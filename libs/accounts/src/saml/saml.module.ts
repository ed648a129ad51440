import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { accountsDatabase } from '../accounts.database';
import { GroupRowsModule } from '../group/group-rows.module';
import { SingleSignOnModule } from '../single-sign-on/single-sign-on.module';
import { AssertionConsumer } from './assertion-consumer';
import { SamlSettingsModule } from '../saml-settings/saml-settings.module';
import { SamlSignIn } from './saml-sign-in';
import { SamlHandlers } from './saml.handlers';
import { SamlService } from './saml.service';
import { UsedAssertionEntity } from './used-assertion.entity';
import { UsedAssertions } from './used-assertions';

/** Single sign-on through the identity providers of accounts, by SAML 2.0. */
@Module({
  imports: [accountsDatabase, AccountModule, GroupRowsModule, SamlSettingsModule, SingleSignOnModule],
  controllers: [SamlHandlers],
  providers: [rowsOf(UsedAssertionEntity), AssertionConsumer, SamlService, SamlSignIn, UsedAssertions],
})
export class SamlModule {}
