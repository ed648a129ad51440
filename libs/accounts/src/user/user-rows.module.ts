import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { UserEntity } from './user.entity';
import { UserRepository } from './user.repository';

/** Rows of users. */
@Module({ imports: [accountsDatabase], providers: [rowsOf(UserEntity), UserRepository], exports: [UserRepository] })
export class UserRowsModule {}
