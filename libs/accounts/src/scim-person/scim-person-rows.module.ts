import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { ScimPersonEntity } from './scim-person.entity';
import { ScimPersonRepository } from './scim-person.repository';

/** Rows of people that identity providers of accounts know. */
@Module({
  imports: [accountsDatabase],
  providers: [rowsOf(ScimPersonEntity), ScimPersonRepository],
  exports: [ScimPersonRepository],
})
export class ScimPersonRowsModule {}
