import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { UserTokenModule } from '../token/user-token.module';
import { ScimTokenEntity } from './scim-token.entity';
import { ScimTokenHandlers } from './scim-token.handlers';
import { ScimTokenRepository } from './scim-token.repository';
import { ScimTokens } from './scim-token.service';

/** Tokens of identity providers. */
@Module({
  imports: [accountsDatabase, UserTokenModule],
  controllers: [ScimTokenHandlers],
  providers: [rowsOf(ScimTokenEntity), busFor({ publishes: [accessChanged] }), ScimTokenRepository, ScimTokens],
})
export class ScimTokenModule {}
