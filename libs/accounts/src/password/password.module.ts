import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { UserRowsModule } from '../user/user-rows.module';
import { GuessLimit } from './guess-limit';
import { GuessEntity } from './guess.entity';
import { NewUsers } from './new-users';
import { OldGuesses } from './old-guesses.task';
import { PasswordSignIn } from './password-sign-in';
import { PasswordEntity } from './password.entity';
import { PasswordRepository } from './password.repository';
import { Passwords } from './password.service';

/** Passwords of users, and bounds on guessing. */
@Module({
  imports: [accountsDatabase, UserRowsModule],
  providers: [
    rowsOf(GuessEntity, PasswordEntity),
    GuessLimit,
    NewUsers,
    OldGuesses,
    PasswordRepository,
    Passwords,
    PasswordSignIn,
  ],
  exports: [GuessLimit, NewUsers, PasswordRepository, Passwords, PasswordSignIn],
})
export class PasswordModule {}
