import { Module } from '@nestjs/common';
import { UserRepository } from './user.repository';

/** Rows of users. */
@Module({ providers: [UserRepository], exports: [UserRepository] })
export class UserRowsModule {}
