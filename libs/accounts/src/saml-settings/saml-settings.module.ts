import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { SamlSettings } from './saml-settings';
import { SamlDomainEntity, SamlSettingsEntity } from './saml-settings.entity';

/** Identity providers of accounts. */
@Module({
  imports: [accountsDatabase],
  providers: [rowsOf(SamlDomainEntity, SamlSettingsEntity), SamlSettings],
  exports: [SamlSettings],
})
export class SamlSettingsModule {}
